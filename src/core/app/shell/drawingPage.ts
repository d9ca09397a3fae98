import { DRAWING_PATH } from '#contract/files/drawing.ts';
import { NONCE_MARK } from './csp.ts';

/**
 * The page of the frame that draws SVG files.
 *
 * The window sends an SVG, a size and a port, and gets a PNG or a fault through the port. The frame
 * is sandboxed, so Chromium runs it in a process of its own: an SVG that takes for ever does not
 * freeze the window, which removes the frame.
 */
export const DRAWING_PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Cabinet</title>
<script nonce="${NONCE_MARK}">
addEventListener('message', ({ data: { svg, longest }, ports: [port] }) => {
  draw(svg, longest).then(
    (png) => port.postMessage({ png }),
    (thrown) => port.postMessage({ fault: String(thrown) }),
  );
});
async function draw(svg, longest) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = longest / Math.max(width, height, 1);
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round((width || longest) * scale)),
      Math.max(1, Math.round((height || longest) * scale)),
    );
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
</script>
`;

/** Returns whether a path is that of the frame's page. */
export function isDrawingPage(pathname: string): boolean {
  return pathname === DRAWING_PATH;
}

/** Returns the policy of the frame: it runs the script above and shows pictures, nothing else. */
export function drawingPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
