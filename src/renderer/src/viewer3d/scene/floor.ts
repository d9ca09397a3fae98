import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from 'three';
import type { Box3 } from 'three';

const VERTEX = /* glsl */ `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// Grid lines one screen point wide, which fade with distance and where they would merge. Under the
// model lies a soft shadow of its footprint.
const FRAGMENT = /* glsl */ `
uniform vec3 ink;
uniform vec3 shade;
uniform float stepSize;
uniform float radius;
uniform float shadeStrength;
uniform vec2 middle;
uniform vec2 half_;
varying vec2 place;
float lines(float size) {
  vec2 cell = place / size;
  vec2 width = fwidth(cell);
  vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, vec2(1e-6));
  float crowd = clamp(1.4 - 3.0 * max(width.x, width.y), 0.0, 1.0);
  return (1.0 - smoothstep(0.0, 1.0, min(near.x, near.y))) * crowd;
}
void main() {
  float far = 1.0 - smoothstep(radius * 0.35, radius, length(place - middle));
  float line = max(lines(stepSize) * 0.2, lines(stepSize * 10.0) * 0.5) * far;
  float away = length(max(abs(place - middle) - half_, 0.0));
  float under = (1.0 - smoothstep(0.0, radius * 0.12, away)) * shadeStrength;
  float alpha = line + under * (1.0 - line);
  vec3 color = mix(shade, ink, alpha > 0.0 ? line / alpha : 0.0);
  gl_FragColor = vec4(color, alpha);
  #include <colorspace_fragment>
}`;

export interface FloorLook {
  readonly ink: string;
  readonly shade: string;
  readonly shadeStrength: number;
}

/** The floor under a model: a grid in millimetres and a shadow. */
export class Floor {
  readonly #material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      ink: { value: new Color() },
      shade: { value: new Color() },
      shadeStrength: { value: 0.1 },
      stepSize: { value: 10 },
      radius: { value: 1000 },
      middle: { value: new Vector2() },
      half_: { value: new Vector2() },
    },
  });
  readonly mesh = new Mesh(new PlaneGeometry(2, 2), this.#material);

  constructor() {
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.renderOrder = -1;
  }

  look({ ink, shade, shadeStrength }: FloorLook): void {
    const { uniforms } = this.#material;
    uniforms['ink']?.value.set(ink);
    uniforms['shade']?.value.set(shade);
    uniforms['shadeStrength'] = { value: shadeStrength };
  }

  /** Places the floor under a box in millimetres. */
  under(box: Box3): void {
    const { min, max } = box;
    const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z, 1e-3);
    const radius = size * 2.2;
    const { uniforms } = this.#material;
    uniforms['stepSize'] = { value: stepOf(size) };
    uniforms['radius'] = { value: radius };
    uniforms['middle']?.value.set((min.x + max.x) / 2, (min.z + max.z) / 2);
    uniforms['half_']?.value.set((max.x - min.x) / 2, (max.z - min.z) / 2);
    this.mesh.scale.set(radius, radius, 1);
    this.mesh.position.set((min.x + max.x) / 2, min.y - size * 0.002, (min.z + max.z) / 2);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.#material.dispose();
  }
}

/**
 * Returns the millimetres between two grid lines.
 *
 * A power of ten, so that a model spans about ten to a hundred lines.
 */
export function stepOf(size: number): number {
  return 10 ** Math.floor(Math.log10(Math.max(size, 1e-3) / 9));
}
