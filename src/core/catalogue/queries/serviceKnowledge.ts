import { resources } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { ServiceKnowledge, ServiceMemory } from '#contract/serviceFacts.ts';
import { learnedSchema } from '../../sync/pull/pageSize.ts';
import type { Learned } from '../../sync/pull/pageSize.ts';
import { dropNote, noteOf, timeNote } from '../../store/notes.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type About = ServiceMemory['about'];
type Work = ReadStores['work'];

/** The note of `work.db` behind each memory. */
const NOTES: Readonly<Record<About, (kind: Kind) => string>> = {
  path: (kind) => `cap:path:${kind}`,
  'page-size': (kind) => `cap:${kind}`,
  'search-size': (kind) => `cap:pageSize:${kind}`,
  'update-form': (kind) => `cap:form:${kind}`,
  'keeps-code': (kind) => `cap:keeps-key:${kind}`,
  'code-form': (kind) => `cap:other-form:${kind}`,
  'not-offered': (kind) => `notOffered:${kind}`,
  'not-found': (kind) => `cap:not-found:${kind}`,
  'code-not-found': (kind) => `cap:code-not-found:${kind}`,
};

/** Returns all that Cabinet knows about the service of the profile. */
export function serviceKnowledge({
  work,
  facts,
}: Pick<ReadStores, 'work' | 'facts'>): ServiceKnowledge {
  const all = facts.all();
  return {
    facts: [...all],
    answers: all.flatMap((each) => facts.answer(each) ?? []),
    memories: resources.flatMap((resource) => memoriesOf(work, resource)),
  };
}

/** Forgets a memory; returns whether there was one. */
export function forgetMemory(work: Work, { kind, about }: Pick<ServiceMemory, 'kind' | 'about'>) {
  const note = NOTES[about](kind);
  const isKnown = (noteOf(work, note) ?? '') !== '';
  dropNote(work, note);
  dropNote(work, timeNote(note));
  return isKnown;
}

function memoriesOf(work: Work, { kind, paths, lookup }: Resource): ServiceMemory[] {
  const note = (about: About) => noteOf(work, NOTES[about](kind)) ?? '';
  const path = note('path') === '' ? (paths[0] ?? '') : note('path');
  const list = `GET ${path}`;
  const known = (about: About, request: string, value = note(about)): ServiceMemory[] =>
    note(about) === '' ? [] : [{ kind, about, value, request, at: timeOf(work, about, kind) }];
  return [
    ...known('path', `${list}?limit=1`),
    ...pageSize(kind, list, note('page-size')),
    ...known('search-size', `${list}?limit=${note('search-size')}`),
    ...known('update-form', `PATCH ${path}/:id`),
    ...known('keeps-code', `POST ${path}`),
    ...known('code-form', `POST ${path}`, 'other'),
    ...notOffered(kind, list, note('not-offered')),
    ...known('not-found', `GET ${path}/:id`),
    ...known('code-not-found', `GET ${path}${codePath(lookup)}`),
  ];
}

function codePath(lookup: Resource['lookup']): string {
  if (lookup === null || lookup.by === 'list') return '';
  return lookup.by === 'path' ? `${lookup.path}:code` : `${lookup.path}?${lookup.param}=:code`;
}

function timeOf(work: Work, about: About, kind: Kind): number | null {
  const text = noteOf(work, timeNote(NOTES[about](kind))) ?? '';
  const at = Number(text);
  return text === '' || !Number.isFinite(at) ? null : at;
}

function pageSize(kind: Kind, list: string, text: string): ServiceMemory[] {
  const learned = readLearned(text);
  if (learned === null) return [];
  const { limit, all, at } = learned;
  const value = all ? String(limit) : `${limit}, no all=true`;
  return [{ kind, about: 'page-size', value, request: `${list}?limit=${limit}`, at }];
}

function readLearned(text: string): Learned | null {
  try {
    return learnedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function notOffered(kind: Kind, list: string, text: string): ServiceMemory[] {
  const at = Number(text);
  if (text === '' || !Number.isFinite(at)) return [];
  return [{ kind, about: 'not-offered', value: '404', request: list, at }];
}
