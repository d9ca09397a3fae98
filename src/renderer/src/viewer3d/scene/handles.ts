import { ArrowHelper, AxesHelper, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import type { Camera, Group, Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Placement, Point, Triple } from '#formats/model/types.ts';
import { text } from '#formats/model/units.ts';

/** The mouse tools besides turning the view. */
export type Tool = 'move' | 'aim';

/** Muted versions of the usual X, Y and Z colours. */
const AXIS_COLORS = ['#c8503c', '#4d9a56', '#4573b8'] as const;

interface HandleEvents {
  readonly onDragging: (isDragging: boolean) => void;
  readonly onChange: () => void;
  readonly onPlacement: (placement: Placement) => void;
  readonly onDirection: (direction: Triple) => void;
}

interface Held {
  readonly placement: Placement | null;
  readonly direction: Triple | null;
  readonly tool: Tool | null;
}

/** Handles that show and drag the origin, the placement and the direction. */
export class Handles {
  readonly #placed: Group;
  readonly #events: HandleEvents;
  readonly #axes = new AxesHelper(1);
  readonly #arrow = new ArrowHelper(new Vector3(0, 0, 1), new Vector3(), 1);
  readonly #tip = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial());
  readonly #controls: TransformControls;
  readonly #gizmo: Object3D;
  #held: Held = { placement: null, direction: null, tool: null };
  #length = 1;

  /** Objects in the axes of the file. */
  readonly inside: readonly Object3D[];
  /** Objects in the axes of the window. */
  readonly outside: readonly Object3D[];

  constructor(camera: Camera, canvas: HTMLCanvasElement, placed: Group, events: HandleEvents) {
    this.#placed = placed;
    this.#events = events;
    this.#controls = new TransformControls(camera, canvas);
    this.#controls.setSpace('world');
    this.#controls.setSize(0.7);
    this.#controls.addEventListener('dragging-changed', ({ value }) =>
      events.onDragging(value === true),
    );
    this.#controls.addEventListener('change', events.onChange);
    this.#controls.addEventListener('objectChange', this.#onDrag);
    this.#controls.setColors(...AXIS_COLORS, '#e0b040');
    this.#axes.setColors(...AXIS_COLORS);
    // The handles are drawn over the model, so that they stay visible.
    for (const each of [this.#axes, this.#arrow.line, this.#arrow.cone, this.#tip]) {
      each.renderOrder = 2;
      for (const material of [each.material].flat()) material.depthTest = false;
    }
    this.#gizmo = this.#controls.getHelper();
    this.inside = [this.#axes, this.#arrow, this.#tip];
    this.outside = [this.#gizmo];
  }

  set(held: Held): void {
    this.#held = held;
    const { placement, direction, tool } = held;
    this.#placed.position.set(number(placement?.x), number(placement?.y), number(placement?.z));
    this.#placed.scale.setScalar(number(placement?.scale, 1) || 1);
    this.#axes.visible = tool !== null;
    const way = new Vector3(number(direction?.x), number(direction?.y), number(direction?.z));
    const hasWay = tool !== null && way.lengthSq() > 0;
    this.#arrow.visible = hasWay;
    this.#tip.visible = tool === 'aim';
    if (way.lengthSq() > 0) this.#arrow.setDirection(way.normalize());
    this.#arrow.position.copy(this.#placed.position);
    this.#tip.position.copy(this.#placed.position).addScaledVector(way, this.#length);
    if (tool === null) this.#controls.detach();
    else this.#controls.attach(tool === 'move' ? this.#placed : this.#tip);
  }

  look(accent: string): void {
    this.#arrow.setColor(accent);
    this.#tip.material.color.set(accent);
  }

  /** Fits the handles to the diagonal of a model in millimetres. */
  sized(diagonal: number): void {
    this.#length = diagonal * 0.6;
    this.#axes.scale.setScalar(diagonal * 0.35);
    this.#arrow.setLength(this.#length, this.#length * 0.12, this.#length * 0.05);
    this.#tip.scale.setScalar(diagonal * 0.018);
    const way = new Vector3(
      number(this.#held.direction?.x),
      number(this.#held.direction?.y),
      number(this.#held.direction?.z),
    );
    this.#tip.position.copy(this.#placed.position).addScaledVector(way.normalize(), this.#length);
  }

  dispose(): void {
    this.#controls.detach();
    this.#controls.dispose();
    this.#axes.dispose();
    this.#arrow.dispose();
    this.#tip.geometry.dispose();
    this.#tip.material.dispose();
  }

  readonly #onDrag = (): void => {
    const { tool, placement } = this.#held;
    if (tool === 'move') this.#events.onPlacement(movedTo(this.#placed.position, placement));
    else if (tool === 'aim') {
      const way = this.#tip.position.clone().sub(this.#placed.position).normalize();
      this.#events.onDirection({ x: text(way.x, 3), y: text(way.y, 3), z: text(way.z, 3) });
    }
  };
}

/**
 * Returns the placement after a drag.
 *
 * An axis that did not move keeps all its digits.
 */
export function movedTo({ x, y, z }: Point, was: Placement | null): Placement {
  const part = (now: number, before = '') =>
    before !== '' && text(number(before)) === text(now) ? before : text(now);
  return {
    x: part(x, was?.x),
    y: part(y, was?.y),
    z: part(z, was?.z),
    scale: was?.scale ?? '1',
  };
}

function number(value: string | undefined, otherwise = 0): number {
  const parsed = Number(value ?? '');
  return value === undefined || value === '' || !Number.isFinite(parsed) ? otherwise : parsed;
}
