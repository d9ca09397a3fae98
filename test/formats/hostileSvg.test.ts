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
    // XML allows no `<` in a value, so a browser draws neither of the two.
    ['comments that begin in a value', `${HEAD}<g a="${many('<!--', 2_000_000)}"/></svg>`, 'xml'],
    [
      'a value that a comment cuts',
      `${HEAD}<g a="<!--"/><!-- --><g b="${many("<a '", 800_000)}"/></svg>`,
      'xml',
    ],
    ['marks in a value', `${HEAD}<g a="${many('&lt;!--', 2_000_000)}"/></svg>`, 'drawn'],
    ['marks that never end', `${HEAD}<text>${many('a & b', 2_000_000)}</text></svg>`, 'xml'],
    [
      'many elements of one id',
      `${HEAD}${many('<use id="a" href="#b"/>', 690_000)}</svg>`,
      'drawn',
    ],
    [
      'uses of many elements of one id',
      `${HEAD}${many('<g id="a"/>', 330_000)}${many('<use href="#a"/>', 480_000)}</svg>`,
      'tooMuch',
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

/** Returns a drawing of groups, each of which is to use the one before it ten times. */
function nested(group: (k: number) => string): string {
  const groups = Array.from({ length: 12 }, (_, k) => group(k + 1));
  return `${HEAD}<g id="g0"/>${groups.join('')}</svg>`;
}

const ten = (part: string) => part.repeat(10);
/** Writes a picture of 40,000 by 40,000 pixels. */
const LARGE_PICTURE = (() => {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
})();
/** Writes the beginning of a JPEG of 40,000 by 40,000 pixels, with fill bytes before a segment. */
const LARGE_JPEG = `data:image/jpeg;base64,${Buffer.from(
  'ffd8ffe000040000ffffffc0000b089c409c4001000000',
  'hex',
).toString('base64')}`;
const inSvg = (text: Buffer | string) =>
  `${HEAD}<image href="data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}"/></svg>`;
const BOMB = nested((k) => `<g id="g${k}">${ten(`<use href="#g${k - 1}"/>`)}</g>`);

describe('an SVG that hides what it draws', () => {
  it.each([
    ['nothing', BOMB],
    [
      'an id written with character references',
      nested((k) => `<g id="&#103;${k}">${ten(`<use href="&#x23;g${k - 1}"/>`)}</g>`),
    ],
    [
      'an id written in another attribute',
      nested((k) => `<g data-name=" id='x${k}'" id="g${k}">${ten(`<use href="#g${k - 1}"/>`)}</g>`),
    ],
    [
      'a second element with the same id',
      BOMB.replace(
        '</svg>',
        `${Array.from({ length: 13 }, (_, k) => `<g id="g${k}"/>`).join('')}</svg>`,
      ),
    ],
    ['an escaped address', nested((k) => `<g id="g${k}">${ten(`<use href="#%67${k - 1}"/>`)}</g>`)],
    [
      'a blank before an address',
      nested((k) => `<g id="g${k}">${ten(`<use href=" #g${k - 1}"/>`)}</g>`),
    ],
    [
      'an animation of the address',
      nested(
        (k) => `<g id="g${k}">${ten(`<use><set attributeName="href" to="#g${k - 1}"/></use>`)}</g>`,
      ),
    ],
    ['a mistake behind it, inside another drawing', inSvg(BOMB.replace('</svg>', '<a></svg>'))],
    ['UTF-16, inside another drawing', inSvg(Buffer.from(`\ufeff${BOMB}`, 'utf16le'))],
  ])('P2: is refused for its uses in spite of %s', async (_, text) => {
    expect(await checked(text)).toBe('tooMuch');
  });

  it.each([
    [
      'a style with a CDATA section',
      `<style>a{mask:url(da<![CDATA[${LARGE_PICTURE.slice(2)})}]]></style>`,
    ],
    ['a style with an element', `<style>a{mask:url(da<b>x</b>${LARGE_PICTURE.slice(2)})}</style>`],
    ['a style that ends too early', `<g style="mask:url('${LARGE_PICTURE}"/>`],
    ['no type', `<image href="${LARGE_PICTURE.replace('image/png', '')}"/>`],
    ['another type', `<image href="${LARGE_PICTURE.replace('image/png', 'text/plain')}"/>`],
    ['a line end', `<image href="da&#10;${LARGE_PICTURE.slice(2)}"/>`],
    ['escapes of CSS', `<g style="mask:u\\72l(${LARGE_PICTURE})"/>`],
    ['a set of pictures', `<g style="mask:image-set('${LARGE_PICTURE}' 1x)"/>`],
    ['a JPEG with fill bytes', `<image href="${LARGE_JPEG}"/>`],
    ['an entity', `<image href="&#100;ata&#58;${LARGE_PICTURE.slice(5)}"/>`],
  ])('is refused for its pictures in spite of %s', async (_, body) => {
    expect(await checked(`${HEAD}${body}</svg>`)).toBe('imageTooBig');
  });

  it('is refused when only a part of its picture can be measured', async () => {
    const hex = '0000010001001010000001002000680400001600000028000000';
    const icon = `data:image/x-icon;base64,${Buffer.from(hex, 'hex').toString('base64')}`;
    expect(await checked(`${HEAD}<image href="${icon}"/></svg>`)).toBe('imageUnknown');
  });

  it('P2: is refused for its uses in spite of escapes of CSS', async () => {
    const fill = (k: number) => `fill="u\\72l(#g${k - 1})"`;
    const text = nested((k) => `<pattern id="g${k}">${ten(`<rect ${fill(k)}/>`)}</pattern>`);
    expect(await checked(text)).toBe('tooMuch');
  });

  it('is refused for an entity that only the parser of XML could know', async () => {
    expect(await checked(`${HEAD}<text>&toString;</text></svg>`)).toBe('xml');
  });

  it('is no drawing if its root is another element', async () => {
    expect(await checked(`<html>${HEAD}</svg></html>`)).toBe('brokenLine');
  });
});
