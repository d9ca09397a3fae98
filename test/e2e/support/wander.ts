import type { Page } from '@playwright/test';
import type { JourneyService } from '#test/support/app.ts';
import type { Chance } from '#test/simulation/random.ts';

/** All keys that have an effect on some screen, and some without any effect. */
const KEYS = [
  'Escape Enter Tab Shift+Tab Space Backspace Delete Shift+F10',
  'ArrowDown ArrowUp ArrowLeft ArrowRight Home End PageDown PageUp',
  'Shift+ArrowDown Shift+Space Control+Home Control+End Control+ArrowDown',
  'Control+a Control+c Control+d Control+f Control+k Control+r Control+v Control+x Control+z',
  'Control+Enter Control+= Control+- F1 F2 F4 F5 F6 / ? j k a x n s 1 2',
  'Alt+1 Alt+2 Alt+3 Alt+4 Alt+5 Alt+6 Alt+7 Alt+8 Alt+9 Alt+0',
].flatMap((row) => row.split(' '));

// None of these matches a text that no user should see. Typed text is shown and would be reported
// as one.
const NUMBERS = ['12,50', '-1', '1e309', '0', '9999999999'];
const WORDS = ['zawias', 'ZAW-110-FE', 'price<10', '   ', 'a\tb', 'ą'.repeat(40), '\u202Eabc'];
const STRANGE = ['😀😀', '<img src=x onerror=alert(1)>', '=1+1', "'; --"];
const TEXTS = [...NUMBERS, ...WORDS, ...STRANGE];

/** Window sizes from a large screen to a small one zoomed to 200 %. */
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
  { width: 900, height: 600 },
  { width: 820, height: 560 },
  { width: 640, height: 400 },
];

/** Elements that can be pressed, in the topmost open layer. */
const LAYERS = '[role=dialog], [role=menu], [role=listbox]';
const PRESSABLE =
  'button, a, input, textarea, select, label, [tabindex], [role=gridcell], [role=option], [role=columnheader]';

/** Controls that leave the current profile. */
const AWAY = /Sign out|Profile|Try the demo|Delete permanently/u;

/** Does one random action of a user or of the service; returns its description. */
export async function wander(page: Page, service: JourneyService, chance: Chance): Promise<string> {
  const roll = chance.fraction();
  if (roll < 0.5) return click(page, chance);
  if (roll < 0.82) {
    const key = chance.pick(KEYS);
    await page.keyboard.press(key);
    return key;
  }
  if (roll < 0.92) {
    const text = chance.pick(TEXTS);
    await page.keyboard.insertText(text);
    return `types ${text}`;
  }
  if (roll < 0.95) {
    await page.mouse.wheel(0, chance.below(3000) - 1200);
    return 'scrolls';
  }
  if (roll < 0.97) return goOrCome(service, chance);
  if (roll < 0.98) return changeThere(service, chance);
  const size = chance.pick(SIZES);
  await page.setViewportSize(size);
  return `${size.width} wide`;
}

async function click(page: Page, chance: Chance): Promise<string> {
  const [at, button] = [chance.fraction(), chance.happens(0.05) ? 'right' : 'left'] as const;
  const clickCount = chance.happens(0.1) ? 2 : 1;
  const found = await page.evaluate(
    ([layers, pressable, away, part]) => {
      const isShown = (each: Element) => each.getClientRects().length > 0;
      const open = [...document.querySelectorAll(layers)].filter(isShown);
      const all = [...(open.at(-1) ?? document.body).querySelectorAll(pressable)];
      const inSight = all.flatMap((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const name = each.getAttribute('aria-label') ?? each.textContent?.slice(0, 60) ?? '';
        const middle = { x: x + width / 2, y: y + height / 2, name };
        const isOutside =
          middle.x < 0 || middle.y < 0 || middle.x > innerWidth || middle.y > innerHeight;
        return width === 0 || isOutside || new RegExp(away, 'u').test(name) ? [] : [middle];
      });
      return inSight[Math.floor(part * inSight.length)] ?? null;
    },
    [LAYERS, PRESSABLE, AWAY.source, at] as const,
  );
  // A layer with only one field, such as the palette, must be closed now and then.
  if (found === null || chance.happens(0.1)) {
    await page.keyboard.press('Escape');
    return 'Escape';
  }
  await page.mouse.click(found.x, found.y, { button, clickCount });
  return `presses ${found.name}`;
}

async function goOrCome(service: JourneyService, chance: Chance): Promise<string> {
  const goes = chance.happens(0.5);
  await (goes ? service.stop() : service.comeBack());
  return goes ? 'the service goes' : 'the service comes back';
}

/** Changes a random fitting on the service. */
function changeThere({ state }: JourneyService, chance: Chance): string {
  const { _id: id } = chance.pick(state.all('fittings'));
  const price = chance.below(90) + 1;
  state.patch('fittings', String(id), { price, name: `Zawias za ${price}` });
  return `another hand sets ${String(id)} to ${price}`;
}
