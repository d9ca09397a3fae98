import { facePoints, normal } from './solids.ts';
import type { Solid } from './solids.ts';

export type ModelFormat = 'obj' | 'dae' | 'wrl';

const num = (n: number): string => String(Math.round(n * 100) / 100 || 0);
const tenth = (n: number): string => String(Math.round(n * 10) / 10 || 0);
const channels = (colour: string): string[] =>
  [1, 3, 5].map((at) => num(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
const colours = (solids: readonly Solid[]): string[] => [...new Set(solids.map((s) => s.colour))];

/** Returns Wavefront OBJ; with `library` it refers to the colours in an MTL file beside it. */
export function toObj(name: string, solids: readonly Solid[], library?: string): string {
  const lines = ['# millimetres, y up'];
  if (library !== undefined) lines.push(`mtllib ${library}`);
  lines.push(`o ${name}`);
  const palette = colours(solids);
  let base = 1;
  for (const [index, solid] of solids.entries()) {
    lines.push(`g part${index + 1}`);
    if (library !== undefined) lines.push(`usemtl m${palette.indexOf(solid.colour) + 1}`);
    for (const p of solid.points) lines.push(`v ${p.map(tenth).join(' ')}`);
    for (const face of solid.faces) lines.push(`f ${face.map((i) => i + base).join(' ')}`);
    base += solid.points.length;
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the colour library for an OBJ written with `library`. */
export function toMtl(solids: readonly Solid[]): string {
  const entries = colours(solids).map(
    (colour, i) => `newmtl m${i + 1}\nKd ${channels(colour).join(' ')}\nKs 0.04 0.04 0.04\nd 1\n`,
  );
  return entries.join('\n');
}

/** Returns VRML 2.0 with one shape for each body. */
export function toWrl(solids: readonly Solid[]): string {
  const shapes = solids.map((solid) => {
    const points = solid.points.map((p) => p.map(tenth).join(' ')).join(', ');
    const faces = solid.faces.map((face) => [...face, -1].join(' ')).join(' ');
    const crease = solid.smooth ? 'creaseAngle 0.7 ' : '';
    return (
      'Shape {\n' +
      ` appearance Appearance { material Material { diffuseColor ${channels(solid.colour).join(' ')} } }\n` +
      ` geometry IndexedFaceSet { ${crease}coord Coordinate { point [ ${points} ] }\n` +
      `  coordIndex [ ${faces} ] }\n}`
    );
  });
  return `#VRML V2.0 utf8\n# millimetres, y up\n${shapes.join('\n')}\n`;
}

function colladaGeometry(solid: Solid, index: number): string {
  const id = `g${index}`;
  const positions = solid.points.map((p) => p.map(tenth).join(' ')).join(' ');
  const normals = solid.faces.map((face) => normal(facePoints(solid, face)).map(num).join(' '));
  const corners = solid.faces.map((face, n) => face.map((i) => `${i} ${n}`).join(' ')).join(' ');
  const source = (name: string, count: number, values: string): string =>
    `<source id="${id}-${name}"><float_array id="${id}-${name}-a" count="${count * 3}">${values}</float_array>` +
    `<technique_common><accessor source="#${id}-${name}-a" count="${count}" stride="3">` +
    '<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>';
  return (
    `<geometry id="${id}"><mesh>\n${source('p', solid.points.length, positions)}\n` +
    `${source('n', solid.faces.length, normals.join(' '))}\n` +
    `<vertices id="${id}-v"><input semantic="POSITION" source="#${id}-p"/></vertices>\n` +
    `<polylist material="s" count="${solid.faces.length}"><input semantic="VERTEX" source="#${id}-v" offset="0"/>` +
    `<input semantic="NORMAL" source="#${id}-n" offset="1"/>` +
    `<vcount>${solid.faces.map((face) => face.length).join(' ')}</vcount><p>${corners}</p></polylist></mesh></geometry>`
  );
}

/** Returns COLLADA 1.4.1 in millimetres, y up. */
export function toDae(solids: readonly Solid[]): string {
  const palette = colours(solids);
  const effects = palette.map(
    (colour, i) =>
      `<effect id="e${i}"><profile_COMMON><technique sid="c"><lambert><diffuse><color>${channels(colour).join(' ')} 1</color></diffuse></lambert></technique></profile_COMMON></effect>`,
  );
  const materials = palette.map(
    (_, i) => `<material id="m${i}"><instance_effect url="#e${i}"/></material>`,
  );
  const of = (solid: Solid): number => palette.indexOf(solid.colour);
  const nodes = solids.map(
    (solid, i) =>
      `<node><instance_geometry url="#g${i}"><bind_material><technique_common><instance_material symbol="s" target="#m${of(solid)}"/></technique_common></bind_material></instance_geometry></node>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">',
    '<asset><created>2026-03-02T08:00:00Z</created><modified>2026-03-02T08:00:00Z</modified><unit name="millimeter" meter="0.001"/><up_axis>Y_UP</up_axis></asset>',
    `<library_effects>${effects.join('\n')}</library_effects>`,
    `<library_materials>${materials.join('\n')}</library_materials>`,
    `<library_geometries>${solids.map((s, i) => colladaGeometry(s, i)).join('\n')}</library_geometries>`,
    `<library_visual_scenes><visual_scene id="scene">${nodes.join('\n')}</visual_scene></library_visual_scenes>`,
    '<scene><instance_visual_scene url="#scene"/></scene>',
    '</COLLADA>\n',
  ].join('\n');
}

/** COLLADA files with round bodies grow quickly: above this many points OBJ is smaller. */
const COLLADA_POINTS = 120;

/** Returns the wanted format, or OBJ when COLLADA would be too long. */
export function shortFormat(wanted: ModelFormat, solids: readonly Solid[]): ModelFormat {
  const points = solids.reduce((sum, solid) => sum + solid.points.length, 0);
  return wanted === 'dae' && points > COLLADA_POINTS ? 'obj' : wanted;
}

/** Returns the model as text in the given format. */
export function toModel(format: ModelFormat, name: string, solids: readonly Solid[]): string {
  if (format === 'dae') return toDae(solids);
  return format === 'wrl' ? toWrl(solids) : toObj(name, solids);
}
