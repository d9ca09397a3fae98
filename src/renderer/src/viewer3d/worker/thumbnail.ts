import { Box3, Group, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { ReadModel } from '#formats/model/content.ts';
import { buildModel } from '../scene/build.ts';
import { directionOf, placeFor, setDepth } from '../scene/fit.ts';
import { lights, soften } from '../scene/light.ts';
import { ModelFault } from '#formats/model/types.ts';

let shared: WebGLRenderer | null = null;

/**
 * Draws a model as a square PNG of `size` pixels.
 *
 * The transparent ground fits both themes.
 */
export async function drawThumbnail({ facts, content }: ReadModel, size: number): Promise<Blob> {
  if (content === null) throw new ModelFault('opaque');
  if (facts.box === null)
    throw new ModelFault('unreadable', { format: facts.format.toUpperCase() });
  const model = buildModel(content);
  const { group, edges } = model;
  try {
    const standing = new Group().add(group);
    if (facts.up === 'z') standing.rotation.x = -Math.PI / 2;
    const camera = new PerspectiveCamera(24, 1);
    const scene = new Scene();
    const { fixed, carried } = lights();
    camera.add(carried);
    if (edges !== null) edges.material.opacity = 0.35;
    scene.add(standing, fixed, camera);
    standing.updateMatrixWorld(true);
    const box = new Box3().setFromObject(standing);
    camera.position.copy(placeFor(camera, box, directionOf('iso'), 1.06));
    camera.lookAt(box.getCenter(camera.position.clone()));
    setDepth(camera, box);
    return (
      (await photograph(scene, camera, size)) ?? (await photograph(scene, camera, size)) ?? gone()
    );
  } finally {
    model.dispose();
    for (const image of content.images) image?.close();
  }
}

/**
 * Renders a scene to a PNG; null when the graphics context is lost.
 *
 * The image would then be empty or unreadable.
 */
async function photograph(
  scene: Scene,
  camera: PerspectiveCamera,
  size: number,
): Promise<Blob | null> {
  const renderer = (shared ??= makeRenderer());
  renderer.setSize(size, size, false);
  renderer.render(scene, camera);
  const canvas = renderer.domElement as unknown as OffscreenCanvas;
  const isLost = () => renderer.getContext().isContextLost();
  const picture = await canvas.convertToBlob({ type: 'image/png' }).catch((thrown: unknown) => {
    if (!isLost()) throw thrown;
    return null;
  });
  if (!isLost()) return picture;
  renderer.dispose();
  shared = null;
  return null;
}

function gone(): never {
  throw new ModelFault('noWebGL', {}, 'The graphics card was taken away twice.');
}

function makeRenderer(): WebGLRenderer {
  try {
    const canvas = new OffscreenCanvas(16, 16);
    const renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      preserveDrawingBuffer: true,
    });
    renderer.setClearColor(0, 0);
    soften(renderer);
    return renderer;
  } catch (thrown) {
    throw new ModelFault('noWebGL', {}, String(thrown));
  }
}
