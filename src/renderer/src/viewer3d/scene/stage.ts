import { Box3, Group, Matrix4, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { ReadModel } from '#formats/model/content.ts';
import type { ModelFacts, Placement, Triple } from '#formats/model/types.ts';
import { ModelFault } from '#formats/model/types.ts';
import { buildModel } from './build.ts';
import type { BuiltModel } from './build.ts';
import { directionOf, placeFor, setDepth } from './fit.ts';
import type { View } from './fit.ts';
import { Floor } from './floor.ts';
import { Handles } from './handles.ts';
import type { Tool } from './handles.ts';
import { lights, soften } from './light.ts';
import { Rulers } from './rulers.ts';
import type { Axis } from './rulers.ts';

/** The colours of a theme as CSS values. */
export interface Look {
  readonly grid: string;
  readonly ruler: string;
  readonly edge: string;
  readonly wire: string;
  readonly accent: string;
  readonly isDark: boolean;
}

/** The display options of a model. */
export interface ViewerFrame {
  /** Millimetres per unit of the file. */
  readonly scale: number;
  readonly up: ModelFacts['up'];
  readonly wireframe: boolean;
  readonly grid: boolean;
  readonly placement: Placement | null;
  readonly direction: Triple | null;
  readonly tool: Tool | null;
}

export interface StageEvents {
  readonly onLost: (isLost: boolean) => void;
  readonly onPlacement: (placement: Placement) => void;
  readonly onDirection: (direction: Triple) => void;
}

const PICTURE_WIDTH = 1600;
/** Vertical field of view in degrees. */
const PERSPECTIVE = 24;
const DRAWING = 2;

/**
 * A model on a canvas.
 *
 * It renders only after a change.
 */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(PERSPECTIVE, 1);
  readonly #orbit: OrbitControls;
  readonly #floor = new Floor();
  readonly #rulers = new Rulers();
  readonly #handles: Handles;
  /** Turns Z-up models. Nested inside: the placement, then the unit's scale, then the model. */
  readonly #standing = new Group();
  readonly #placed = new Group();
  readonly #scaled = new Group();
  /** Page elements with `data-axis` that show the lengths at the rulers. */
  readonly #labels: ReadonlyMap<Axis, HTMLElement>;
  readonly #size: ResizeObserver;
  readonly #events: StageEvents;
  #model: BuiltModel | null = null;
  #facts: ModelFacts | null = null;
  #box = new Box3();
  #look: Look | null = null;
  #view: View = 'iso';
  #frame = 0;
  #fitted = '';

  constructor(host: HTMLElement, events: StageEvents) {
    this.#labels = labelsIn(host);
    this.#events = events;
    this.#renderer = makeRenderer();
    this.canvas = this.#renderer.domElement;
    host.prepend(this.canvas);
    this.#orbit = new OrbitControls(this.#camera, this.canvas);
    this.#orbit.enableDamping = false;
    this.#orbit.addEventListener('change', this.#draw);
    this.#handles = new Handles(this.#camera, this.canvas, this.#placed, {
      onDragging: (isDragging) => void (this.#orbit.enabled = !isDragging),
      onChange: this.#draw,
      onPlacement: events.onPlacement,
      onDirection: events.onDirection,
    });
    const { fixed, carried } = lights();
    this.#camera.add(carried);
    this.#standing.add(this.#placed, ...this.#handles.inside);
    this.#placed.add(this.#scaled);
    this.#scene.add(
      this.#camera,
      fixed,
      this.#floor.mesh,
      this.#rulers.group,
      this.#standing,
      ...this.#handles.outside,
    );
    this.canvas.addEventListener('webglcontextlost', this.#onLost);
    this.canvas.addEventListener('webglcontextrestored', this.#onRestored);
    this.#size = new ResizeObserver(() => this.#resize(host));
    this.#size.observe(host);
    this.#resize(host);
  }

  /** Shows a model and removes the previous one. */
  put({ facts, content }: ReadModel): void {
    this.#take();
    this.#facts = facts;
    this.#fitted = '';
    if (content === null) return;
    this.#model = buildModel(content);
    this.#scaled.add(this.#model.group);
  }

  show(showing: ViewerFrame): void {
    this.#standing.rotation.x = showing.up === 'z' ? -Math.PI / 2 : 0;
    this.#scaled.scale.setScalar(showing.scale);
    this.#handles.set(showing);
    for (const surface of this.#model?.surfaces ?? []) surface.wireframe = showing.wireframe;
    if (this.#model?.edges) this.#model.edges.visible = !showing.wireframe;
    this.#floor.mesh.visible = showing.grid;
    this.#rulers.group.visible = showing.grid;
    for (const label of this.#labels.values()) label.hidden = !showing.grid;
    this.#measure();
    const fitting = `${showing.scale} ${showing.up}`;
    if (fitting !== this.#fitted) this.fit();
    this.#fitted = fitting;
    this.#draw();
  }

  setLook(look: Look): void {
    this.#look = look;
    this.#floor.look({ ink: look.grid, shade: '#000000', shadeStrength: look.isDark ? 0.34 : 0.1 });
    this.#rulers.look(look.ruler);
    this.#handles.look(look.accent);
    this.#model?.edges?.material.color.set(look.edge);
    this.#draw();
  }

  fit(): void {
    this.#aim(this.#camera.position.clone().sub(this.#orbit.target));
  }

  see(view: View): void {
    this.#view = view;
    // Side views use a narrow field of view, so that equal lengths look equal.
    this.#camera.fov = view === 'iso' ? PERSPECTIVE : DRAWING;
    this.#camera.updateProjectionMatrix();
    this.#aim(directionOf(view));
  }

  /** Turns the view by radians around the middle and zooms by a factor. */
  nudge(aside: number, upward: number, nearer: number): void {
    const from = this.#camera.position.clone().sub(this.#orbit.target);
    const radius = from.length() / nearer;
    const turn = Math.atan2(from.x, from.z) + aside;
    const lift = Math.asin(Math.min(1, Math.max(-1, from.y / from.length()))) + upward;
    const held = Math.min(1.57, Math.max(-1.57, lift));
    from.set(Math.sin(turn) * Math.cos(held), Math.sin(held), Math.cos(turn) * Math.cos(held));
    this.#camera.position.copy(this.#orbit.target).addScaledVector(from, radius);
    this.#orbit.update();
    this.#draw();
  }

  /** Returns the current view as a PNG on white, without grid and handles. */
  async picture(): Promise<Blob> {
    const { width, height } = this.canvas;
    const hidden = [
      this.#floor.mesh,
      this.#rulers.group,
      ...this.#handles.inside,
      ...this.#handles.outside,
    ];
    const were = hidden.map((each) => each.visible);
    for (const each of hidden) each.visible = false;
    this.#renderer.setPixelRatio(1);
    this.#renderer.setSize(
      PICTURE_WIDTH,
      Math.round((PICTURE_WIDTH * height) / Math.max(width, 1)),
      false,
    );
    this.#renderer.setClearColor('#ffffff', 1);
    this.#renderer.render(this.#scene, this.#camera);
    const picture = new Promise<Blob>((resolve, reject) => {
      this.canvas.toBlob(
        (blob) =>
          blob === null ? reject(new Error('The canvas gave no picture.')) : resolve(blob),
        'image/png',
      );
    });
    for (const [at, each] of hidden.entries()) each.visible = were[at] ?? true;
    this.#renderer.setClearColor(0, 0);
    if (this.canvas.parentElement !== null) this.#resize(this.canvas.parentElement);
    return picture;
  }

  /** Frees all resources, including the graphics context. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#size.disconnect();
    this.#take();
    this.#handles.dispose();
    this.#orbit.dispose();
    this.#floor.dispose();
    this.#rulers.dispose();
    this.canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.canvas.remove();
  }

  #take(): void {
    this.#scaled.clear();
    this.#model?.dispose();
    this.#model = null;
  }

  #measure(): void {
    const box = this.#facts?.box;
    this.#standing.updateMatrixWorld(true);
    this.#box =
      box === null || box === undefined
        ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1))
        : new Box3(
            new Vector3(box.min.x, box.min.y, box.min.z),
            new Vector3(box.max.x, box.max.y, box.max.z),
          ).applyMatrix4(new Matrix4().copy(this.#scaled.matrixWorld));
    this.#floor.under(this.#box);
    this.#rulers.around(this.#box);
    this.#handles.sized(this.#box.getSize(new Vector3()).length());
  }

  #aim(direction: Vector3): void {
    const from = direction.lengthSq() > 0 ? direction.normalize() : directionOf(this.#view);
    this.#camera.position.copy(placeFor(this.#camera, this.#box, from, 1.18));
    this.#orbit.target.copy(this.#box.getCenter(new Vector3()));
    this.#orbit.update();
    this.#draw();
  }

  readonly #draw = (): void => {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      setDepth(this.#camera, this.#box);
      this.#rulers.face(this.#camera);
      this.#renderer.render(this.#scene, this.#camera);
      this.#placeLabels();
      this.canvas.dataset['drawn'] = String(Number(this.canvas.dataset['drawn'] ?? 0) + 1);
    });
  };

  #placeLabels(): void {
    const { clientWidth, clientHeight } = this.canvas;
    for (const [axis, label] of this.#labels) {
      const middle = this.#rulers.middleOf(axis)?.project(this.#camera);
      if (middle === undefined) continue;
      const x = ((middle.x + 1) / 2) * clientWidth;
      const y = ((1 - middle.y) / 2) * clientHeight;
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  #resize({ clientWidth, clientHeight }: HTMLElement): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(clientWidth, clientHeight);
    this.#camera.aspect = clientWidth / Math.max(clientHeight, 1);
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  readonly #onLost = (event: Event): void => {
    event.preventDefault();
    this.#events.onLost(true);
  };

  readonly #onRestored = (): void => {
    this.#events.onLost(false);
    if (this.#look !== null) this.setLook(this.#look);
  };
}

function labelsIn(host: HTMLElement): ReadonlyMap<Axis, HTMLElement> {
  const labels = new Map<Axis, HTMLElement>();
  for (const axis of ['x', 'y', 'z'] as const) {
    const label = host.querySelector<HTMLElement>(`[data-axis="${axis}"]`);
    if (label !== null) labels.set(axis, label);
  }
  return labels;
}

function makeRenderer(): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({
      antialias: true,
      alpha: true,
      powerPreference: 'low-power',
    });
    renderer.setClearColor(0, 0);
    soften(renderer);
    return renderer;
  } catch (thrown) {
    throw new ModelFault('noWebGL', {}, String(thrown));
  }
}
