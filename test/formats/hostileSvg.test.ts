import { describe, expect, it } from 'vitest';
import { checkSvg } from '#formats/picture/svgScan.ts';
import { asFault, LIMITS } from '#formats/model/types.ts';

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg">';
const many = (part: string, bytes: number) => part.repeat(bytes / part.length);

/** Returns the code of the refusal, or `drawn`. */
async function checked(text: string): Promise<string> {
  try {
    await checkSvg(new Blob([text]), LIMITS);
    return 'drawn';
  } catch (thrown) {
    return asFault(thrown).code;
  }
}

const ENTITY_A = `<!ENTITY a "${'x'.repeat(1000)}">`;
const grown = (at: number) =>
  `<svg:svg id='${at}'>${many('&a;', 54_000)}</svg:svg>`.replaceAll('svg:', '');
const inner = (at: number) =>
  Buffer.from(`<!DOCTYPE svg [${ENTITY_A}]>${grown(at)}`).toString('base64');
const images = Array.from(
  { length: 20 },
  (_, at) => `<image href="data:image/svg+xml;base64,${inner(at)}"/>`,
);

describe('an SVG made to keep the reader busy', { timeout: 10_000 }, () => {
  it.each([
    [
      'blanks in an unclosed address',
      `${HEAD}<g style="a:url(${many(' ', 8000)}"/></svg>`,
      'drawn',
    ],
    ['addresses that never close', `${HEAD}<text>${many('url(', 2_000_000)}</text></svg>`, 'drawn'],
    ['blanks and addresses', `${HEAD}<text>${many('url( ', 2_000_000)}</text></svg>`, 'drawn'],
    [
      'comments in a type that never closes',
      `<!DOCTYPE svg [${many('<!-- -->', 800)}<svg >`,
      'doctype',
    ],
    ['types in a comment', `<!--${many('<!DOCTYPE svg ["', 1_600_000)}-->${HEAD}</svg>`, 'drawn'],
    ['comments that begin in a value', `${HEAD}<g a="${many('<!--', 2_000_000)}"/></svg>`, 'drawn'],
    [
      'a value that a comment cuts',
      `${HEAD}<g a="<!--"/><!-- --><g b="${many("<a '", 800_000)}"/></svg>`,
      'drawn',
    ],
    ['embedded drawings that grow by their entities', `${HEAD}${images.join('')}</svg>`, 'tooBig'],
  ])('is read in one pass: %s', async (_, text, expected) => {
    const start = performance.now();
    expect(await checked(text)).toBe(expected);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('still reads entities, addresses and pictures of an honest drawing', async () => {
    const type = '<!DOCTYPE svg PUBLIC "a" "b" [<!-- "] --> <!ENTITY red "#f00"> ]>';
    const body = '<g fill="&red;" style="fill: url( #a )"/>';
    expect(await checked(`<?xml version="1.0"?>\n<!-- x -->${type}\n${HEAD}${body}</svg>`)).toBe(
      'drawn',
    );
  });
});
