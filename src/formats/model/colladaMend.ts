import { mendGeometries } from './colladaGeometry.ts';
import { asPolylists } from './colladaShapes.ts';
import { mendMaterials } from './colladaMaterials.ts';
import {
  allIn,
  append,
  byId,
  childrenOf,
  countsIn,
  idIn,
  integersIn,
  lastOf,
  remove,
} from './colladaTree.ts';
import { Missing } from './missing.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';

/** Libraries that are not drawn and could break the loader. */
const UNDRAWN = [
  'library_animations',
  'library_animation_clips',
  'library_cameras',
  'library_lights',
  'library_joints',
  'library_kinematics_models',
  'library_kinematics_scenes',
  'library_articulated_systems',
  'library_physics_models',
  'library_physics_scenes',
  'library_physics_materials',
  'library_force_fields',
];
const LIBRARIES = 'images effects materials geometries controllers nodes visual_scenes'.split(' ');

/**
 * Repairs a COLLADA document so that all its references resolve.
 *
 * three.js fails at the first dangling one. Missing parts are noted and removed, hidden nodes are
 * removed. Returns the other files that it names.
 */
export function mendCollada(document: Document, limits: Limits, notes: Notes): ReadonlySet<string> {
  const root = document.documentElement;
  const missing = new Missing(notes);
  if (childrenOf(root, 'asset').length === 0) append(root, 'asset');
  for (const name of UNDRAWN) childrenOf(root, name).forEach(remove);
  for (const name of ['instance_camera', 'instance_light', 'instance_kinematics_scene'])
    allIn(root, name).forEach(remove);
  joinLibraries(root);
  mendMaterials(root, missing);
  asPolylists(root, limits);
  mendGeometries(root, missing, limits, notes);
  const hidden = mendNodes(root, missing);
  if (hidden > 0) notes.add('hidden', { count: hidden });
  mendScene(root, missing, notes);
  return missing.files;
}

/** Merges libraries of one kind, because three.js reads only the first. */
function joinLibraries(root: Element): void {
  for (const name of LIBRARIES) {
    const [first, ...others] = childrenOf(root, `library_${name}`);
    if (first === undefined) continue;
    for (const other of others) {
      while (other.firstChild !== null) first.appendChild(other.firstChild);
      remove(other);
    }
  }
}

const NO = /^(?:0|false|no|off|0\.0+)$/i;

/** Returns whether a node is hidden by an attribute or by a program's extra data. */
function isHidden(node: Element): boolean {
  const own = node.getAttribute('visibility') ?? node.getAttribute('visible');
  if (own !== null && NO.test(own.trim())) return true;
  const hidden = node.getAttribute('hidden');
  if (hidden !== null && !NO.test(hidden.trim())) return true;
  return childrenOf(node, 'extra')
    .flatMap((extra) => childrenOf(extra, 'technique'))
    .some((technique) => {
      const says = (yes: boolean, ...names: readonly string[]) =>
        childrenOf(technique, ...names).some(
          ({ textContent }) => NO.test((textContent ?? '').trim()) !== yes,
        );
      return says(false, 'visibility', 'visible', 'SI_Visibility') || says(true, 'hidden', 'hide');
    });
}

/**
 * Removes hidden nodes and dangling instances.
 *
 * Returns the number of hidden nodes.
 */
function mendNodes(root: Element, missing: Missing): number {
  const gone = new Set<string>();
  let hidden = 0;
  for (const node of allIn(root, 'node'))
    if (isHidden(node)) {
      for (const each of [node, ...allIn(node, 'node')]) gone.add(each.getAttribute('id') ?? '');
      hidden += 1;
      remove(node);
    }
  const known = {
    instance_geometry: byId(allIn(root, 'geometry')),
    instance_controller: controllersOf(root, missing),
    instance_node: byId(allIn(root, 'node')),
  };
  for (const [name, targets] of Object.entries(known))
    for (const instance of allIn(root, name)) {
      const url = instance.getAttribute('url') ?? '';
      const id = idIn(url);
      if (id !== null && targets.has(id)) continue;
      if (id === null || !gone.has(id)) missing.tell(instance, url);
      remove(instance);
    }
  return hidden;
}

/**
 * Returns the controllers that have a skin.
 *
 * A morph controller has none and is removed.
 */
function controllersOf(root: Element, missing: Missing): ReadonlyMap<string, Element> {
  const geometries = byId(allIn(root, 'geometry'));
  for (const controller of allIn(root, 'controller')) {
    const [skin] = childrenOf(controller, 'skin');
    const source = skin?.getAttribute('source') ?? '';
    if (skin !== undefined && geometries.has(idIn(source) ?? '')) continue;
    if (skin !== undefined) missing.tell(skin, source);
    remove(controller);
  }
  allIn(root, 'vertex_weights').forEach(mendWeights);
  return byId(allIn(root, 'controller'));
}

/** Limits the counts of joints to the pairs that are listed; the loader makes as many as counted. */
function mendWeights(weights: Element): void {
  const vcount = lastOf(weights, 'vcount');
  const list = lastOf(weights, 'v');
  if (vcount === undefined) return;
  let pairs = list === undefined ? 0 : integersIn(list).length / 2;
  const counts = countsIn(vcount).map((count) => {
    const own = Math.min(count, Math.floor(pairs));
    pairs -= own;
    return own;
  });
  vcount.textContent = counts.join(' ');
}

/**
 * Adds a scene to a file without one: the first that it contains, otherwise one with every shape.
 */
function mendScene(root: Element, missing: Missing, notes: Notes): void {
  const scene = childrenOf(root, 'scene')[0] ?? append(root, 'scene');
  const [instance, ...others] = childrenOf(scene, 'instance_visual_scene');
  others.forEach(remove);
  const scenes = allIn(root, 'visual_scene');
  const url = instance?.getAttribute('url') ?? null;
  if (scenes.some((each) => each.getAttribute('id') === idIn(url))) return;
  if (instance !== undefined && url !== null) missing.tell(instance, url);
  else notes.add('noScene', {}, true);
  const shown = scenes[0] ?? everyShape(root);
  if (shown.getAttribute('id') === null) shown.setAttribute('id', 'scene of the file');
  const made = instance ?? append(scene, 'instance_visual_scene');
  made.setAttribute('url', `#${shown.getAttribute('id') ?? ''}`);
}

function everyShape(root: Element): Element {
  const library =
    childrenOf(root, 'library_visual_scenes')[0] ?? append(root, 'library_visual_scenes');
  const scene = append(library, 'visual_scene', { id: 'every shape' });
  for (const geometry of allIn(root, 'geometry')) {
    const url = `#${geometry.getAttribute('id') ?? ''}`;
    append(append(scene, 'node'), 'instance_geometry', { url });
  }
  return scene;
}
