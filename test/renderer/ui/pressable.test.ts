import { expect, it, vi } from 'vitest';
import { page, useIn } from '../hooks.ts';

vi.stubGlobal('window', page);
const { usePressable } = await import('../../../src/renderer/src/ui/usePressable.ts');

const pressed: string[] = [];
const onClick = () => void pressed.push('pressed');
type Events = ReturnType<typeof usePressable>;
type Given = Parameters<typeof usePressable>[0];

/** Clicks the button; returns whether the default action was prevented. */
function press(button: Events): boolean {
  const event = new Event('click', { cancelable: true });
  button.onClick(event as unknown as Parameters<Events['onClick']>[0]);
  return event.defaultPrevented;
}

const focus = new Event('focus') as unknown as Parameters<Events['onFocus']>[0];

it('a button that is busy keeps the focus that it has, and cannot be pressed', async () => {
  const button = await useIn<Given, Events>(usePressable, { onClick });
  button.now().onFocus(focus);
  expect(press(button.now())).toBe(false);
  await button.use({ onClick, disabled: true });
  expect(button.now()).toMatchObject({ disabled: false, 'aria-disabled': true });
  expect(press(button.now())).toBe(true);
  expect(pressed).toEqual(['pressed']);
  await button.use({ onClick, disabled: false });
  expect(button.now()['aria-disabled']).toBeUndefined();
});

it('one without the focus is passed over until it can be pressed', async () => {
  const button = await useIn<Given, Events>(usePressable, { onClick, disabled: true });
  expect(button.now()).toMatchObject({ disabled: true, 'aria-disabled': undefined });
  button.now().onFocus(focus);
  await button.use({ onClick, disabled: true });
  button.now().onBlur(focus);
  await button.use({ onClick, disabled: true });
  expect(button.now().disabled).toBe(true);
});
