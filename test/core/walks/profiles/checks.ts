import fs from 'node:fs';
import path from 'node:path';
import type { Name } from './station.ts';
import { must, TAG, tagsOf } from './story.ts';
import type { Story } from './story.ts';

/** Looks whether all that was promised holds now. */
export async function check(story: Story): Promise<void> {
  checkWire(story);
  checkServices(story);
  must(story.host.profile === story.open, `${story.host.profile} is open, not ${story.open}`);
  must(story.station.dataDir() === story.host.dataDir, 'a next start would be elsewhere');
  const listed = story.host.profiles().map(({ name }) => name);
  must(
    listed.join() === [...story.profiles.keys()].sort().join(),
    `profiles ${listed.join()}, not ${[...story.profiles.keys()].sort().join()}`,
  );
  for (const name of story.station.secrets.keys())
    must(
      listed.some((each) => name.startsWith(`token:${each}`)),
      `the sign-in ${name} of a removed profile is kept`,
    );
  await checkShown(story);
  for (const { file, tags } of story.asides) {
    const whole = path.join(story.station.dataDir(), 'profiles', file);
    if (!listed.some((each) => file.startsWith(each))) continue;
    // Removed and begun anew.
    if (!fs.existsSync(whole) && deedsGone(story, tags)) continue;
    must(fs.existsSync(whole), `${file} is not kept`);
    const kept = story.tagsIn(whole);
    for (const tag of tags) must(kept.includes(tag), `${tag} is not in what was set aside`);
  }
}

function deedsGone(story: Story, tags: readonly string[]): boolean {
  return tags.every((tag) => story.deeds.get(tag)?.goneAt !== null);
}

function checkWire(story: Story): void {
  const { wire, owners, services } = story.station;
  for (const [at, { profile, url, token, text, path: asked }] of wire.entries()) {
    if (at < story.seen) continue;
    const owner = token === null ? undefined : owners.get(token);
    if (token !== null) must(owner?.url === url, `a token of ${owner?.url} was sent to ${url}`);
    for (const tag of text.match(TAG) ?? []) {
      must(!story.refused.has(tag), `${tag}, which was refused, was sent`);
      const deed = story.deeds.get(tag);
      // An operation that is sent while it is queued is noted only afterwards.
      if (deed === undefined) continue;
      must(deed.profile === profile, `${tag} of ${deed.profile} was sent by ${profile}: ${asked}`);
      must(deed.goneAt === null || at < deed.goneAt, `${tag}, which is gone, was sent`);
      if (deed.account === null) continue;
      must(
        services[deed.account.service]?.url === url && deed.account.email === owner?.email,
        `${tag} of ${JSON.stringify(deed.account)} was sent to ${url} as ${owner?.email}`,
      );
    }
  }
  story.seen = wire.length;
}

function checkServices(story: Story): void {
  for (const { tag, action, account } of story.deeds.values())
    for (const [service, { log }] of story.station.services.entries()) {
      if (action === 'create') must(story.made(service, tag) <= 1, `${tag} was made twice`);
      const applied = log.filter(
        ({ applied: was, method, body }) =>
          was && method !== 'GET' && JSON.stringify(body ?? {}).includes(tag),
      );
      must(applied.length <= 1, `${tag} was applied ${applied.length} times`);
      if (applied.length > 0 && account !== null)
        must(service === account.service, `${tag} came to service ${service}`);
    }
}

async function checkShown(story: Story): Promise<void> {
  const status = await story.host.call('status.get', {});
  const { account, deeds, isRestored } = story.here;
  // Work from before its first sign-in is of the service that the catalogue here is of.
  const url =
    account === null ? status.url : (story.station.services[account.service]?.url ?? null);
  must(
    status.url === url && status.email === (account?.email ?? null),
    `${story.open} is of ${status.url} as ${status.email}, not of ${JSON.stringify(account)}`,
  );
  const { rows } = await story.host.call('records.list', { kind: 'fittings' });
  const service = story.station.services.findIndex((each) => each.url === status.url);
  for (const { key } of rows) {
    if (key?.endsWith('-mark') === true)
      must(key === `S${service}-mark`, `${story.open} shows ${key}`);
    const deed = story.deeds.get(key ?? '');
    if (deed === undefined) continue;
    const isThere = service >= 0 && story.made(service, deed.tag) > 0;
    must(deed.profile === story.open || isThere, `${story.open} shows ${deed.tag}`);
  }
  const { operations } = await story.host.call('outbox.list', {});
  for (const { changes, state, reason } of operations)
    for (const tag of tagsOf(changes)) {
      must(
        deeds.includes(tag) || story.deeds.get(tag)?.action === 'edit',
        `${tag} waits in ${story.open}`,
      );
      must(
        isRestored || !['refused', 'conflict', 'held'].includes(state),
        `${tag} is ${state}: ${reason?.text}`,
      );
    }
}

/** The same of the open profile once everything of it was sent. */
export async function checkSent(story: Story, name: Name): Promise<void> {
  const { isRestored, account, deeds } = story.here;
  const { operations } = await story.host.call('outbox.list', {
    states: ['waiting', 'held', 'sending', 'unknown', 'refused', 'conflict'],
  });
  const left = operations.flatMap(({ changes, state }) =>
    tagsOf(changes).map((tag) => [tag, state] as const),
  );
  must(isRestored || left.length === 0, `left: ${JSON.stringify(left)}`);
  must(
    left.every(([, state]) => ['refused', 'conflict', 'held'].includes(state)),
    `left: ${JSON.stringify(left)}`,
  );
  const waits = new Set(left.map(([tag]) => tag));
  for (const tag of deeds) {
    const deed = story.deeds.get(tag);
    if (deed?.action !== 'create' || deed.account === null) continue;
    if (waits.has(tag)) story.count('asked about');
    else must(story.made(deed.account.service, tag) === 1, `${tag} is lost`);
  }
  if (account === null || isRestored) return;
  const last = deeds.findLast((tag) => {
    const deed = story.deeds.get(tag);
    return deed?.action === 'edit' && deed.account?.service === account.service;
  });
  const record = story.station.services[account.service]?.state
    .all('fittings')
    .find(({ kod }) => kod === `F-${name}`);
  if (last !== undefined)
    must(record?.['name'] === last, `${name}: ${String(record?.['name'])}, not ${last}`);
  story.count('profiles sent');
}
