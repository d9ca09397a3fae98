import { Color, DirectionalLight, Group, HemisphereLight, NeutralToneMapping } from 'three';
import type { WebGLRenderer } from 'three';

/**
 * Soft light from above, with a key light over the viewer's left shoulder.
 *
 * The `carried` lights move with the camera.
 */
export function lights(): { readonly fixed: Group; readonly carried: Group } {
  const fixed = new Group();
  fixed.add(new HemisphereLight(new Color('#ffffff'), new Color('#a49c90'), 1.45));
  const carried = new Group();
  const key = new DirectionalLight('#fff8ee', 1.75);
  key.position.set(-0.6, 0.9, 1.2);
  const fill = new DirectionalLight('#e8f0ff', 0.75);
  fill.position.set(1, 0.2, 0.5);
  carried.add(key, key.target, fill, fill.target);
  return { fixed, carried };
}

/** Sets tone mapping, so that bright surfaces do not turn plain white. */
export function soften(renderer: WebGLRenderer): void {
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1.06;
}
