import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askHidden } from '#cli/input/ask.ts';

/** Fake terminal: it types a text, records the output, and records when input is hidden. */
function terminal() {
  const hidden: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (raw: boolean) => hidden.push(raw),
  });
  const output = new PassThrough();
  return { input, output, hidden, shown: () => String(output.read() ?? '') };
}

describe('the prompt for a password', () => {
  it('shows the question and nothing that is typed', async () => {
    const { input, output, hidden, shown } = terminal();
    const answer = askHidden('Password of me@example.com: ', input, output);
    input.write('zażółćx\u007f');
    input.write('\u001b[A');
    input.write(' 1\rrest');
    expect(await answer).toBe('zażółć 1');
    expect(shown()).toBe('Password of me@example.com: \n');
    expect(hidden).toEqual([true, false]);
  });

  it.each([
    ['Ctrl+C', (input: PassThrough) => void input.write('abc\u0003')],
    ['the end of the input', (input: PassThrough) => void input.end('abc')],
  ])('ends with %s, and shows what is typed again', async (_name, act) => {
    const { input, output, hidden } = terminal();
    const answer = askHidden('Password: ', input, output);
    act(input);
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(hidden).toEqual([true, false]);
  });
});
