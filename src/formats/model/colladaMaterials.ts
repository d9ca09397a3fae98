import type { Missing } from './missing.ts';
import { allIn, append, byId, childrenOf, idIn, remove } from './colladaTree.ts';

const SHADINGS = ['constant', 'lambert', 'blinn', 'phong'];

/**
 * Removes materials without an effect and textures without a picture.
 *
 * Their faces get the plain colour.
 */
export function mendMaterials(root: Element, missing: Missing): void {
  for (const effect of allIn(root, 'effect')) if (!isDrawable(effect)) remove(effect);
  const effects = byId(allIn(root, 'effect'));
  const images = byId(allIn(root, 'image'));
  for (const effect of effects.values()) mendTextures(effect, images, missing);
  const users = Map.groupBy(allIn(root, 'instance_material'), (user) =>
    idIn(user.getAttribute('target')),
  );
  for (const material of allIn(root, 'material')) {
    const [instance] = childrenOf(material, 'instance_effect');
    const url = instance?.getAttribute('url') ?? '';
    if (effects.has(idIn(url) ?? '')) continue;
    missing.tell(instance ?? material, url);
    // Uses of this material are removed too, so that they are not reported again.
    const id = material.getAttribute('id');
    if (id !== null) users.get(id)?.forEach(remove);
    remove(material);
  }
  const materials = byId(allIn(root, 'material'));
  for (const user of allIn(root, 'instance_material')) {
    const target = user.getAttribute('target') ?? '';
    if (materials.has(idIn(target) ?? '')) continue;
    missing.tell(user, target);
    remove(user);
  }
}

function isDrawable(effect: Element): boolean {
  return childrenOf(effect, 'profile_COMMON')
    .flatMap((profile) => childrenOf(profile, 'technique'))
    .some((technique) => childrenOf(technique, ...SHADINGS).length > 0);
}

function mendTextures(
  effect: Element,
  images: ReadonlyMap<string, Element>,
  missing: Missing,
): void {
  for (const profile of childrenOf(effect, 'profile_COMMON')) {
    const params = childrenOf(profile, 'newparam');
    const surfaces = new Map(
      params
        .filter((param) => childrenOf(param, 'surface').length > 0)
        .map((param) => [param.getAttribute('sid') ?? '', param]),
    );
    const lost = new Map<string, string>();
    for (const param of params)
      for (const sampler of childrenOf(param, 'sampler2D')) {
        const source = sourceOf(sampler);
        const picture = pictureOf(surfaces.get(source)) ?? source;
        if (!images.has(picture)) lost.set(param.getAttribute('sid') ?? '', picture);
        else if (!surfaces.has(source)) addSurface(profile, source);
      }
    const known = new Set(params.map((param) => param.getAttribute('sid') ?? ''));
    for (const texture of allIn(profile, 'texture')) {
      const name = texture.getAttribute('texture') ?? '';
      const isThere = known.has(name) ? !lost.has(name) : images.has(name);
      if (isThere) continue;
      missing.tell(texture, `#${lost.get(name) ?? name}`);
      remove(texture);
    }
  }
  for (const name of ['transparent', 'transparency'])
    for (const each of allIn(effect, name))
      if (childrenOf(each, 'color', 'float', 'texture').length === 0) remove(each);
}

/**
 * Returns the surface of a sampler.
 *
 * In COLLADA 1.5 the sampler names its picture directly, which three.js does not read.
 */
function sourceOf(sampler: Element): string {
  const [source] = childrenOf(sampler, 'source');
  if (source !== undefined) return (source.textContent ?? '').trim();
  const picture = idIn(childrenOf(sampler, 'instance_image')[0]?.getAttribute('url') ?? null);
  if (picture !== null) append(sampler, 'source').textContent = picture;
  return picture ?? '';
}

function addSurface(profile: Element, picture: string): void {
  const surface = append(append(profile, 'newparam', { sid: picture }), 'surface');
  append(surface, 'init_from').textContent = picture;
}

function pictureOf(surface: Element | undefined): string | undefined {
  if (surface === undefined) return undefined;
  const [init] = allIn(surface, 'init_from');
  return (init?.textContent ?? '').trim();
}
