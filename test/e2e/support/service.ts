import type { JsonObject } from '#reference/json.ts';
import type { LoggedRequest } from '#reference/wire/log.ts';
import type { JourneyService } from '#test/support/app.ts';

type Kind = Parameters<JourneyService['state']['all']>[0];

/** The key field of each kind. */
const KEYS = { fittings: 'kod', materials: 'SIFRA', edgeBands: 'code', products: 'name' } as const;

/** Returns all records with a code on the service. */
export function held(service: JourneyService, kind: Kind, code: string): readonly JsonObject[] {
  return service.state.all(kind).filter((record) => record[KEYS[kind]] === code);
}

/** Returns the only record with a code on the service. */
export function theRecord(service: JourneyService, kind: Kind, code: string): JsonObject {
  const [record, ...more] = held(service, kind, code);
  if (record === undefined || more.length > 0) throw new Error(`${code}: ${more.length} too many`);
  return record;
}

/** Returns the id of the only record with a code. */
export function idOf(service: JourneyService, kind: Kind, code: string): string {
  return String(theRecord(service, kind, code)['_id']);
}

/** Returns the writing requests that the service carried out, without the sign-in. */
export function writes(service: JourneyService): readonly LoggedRequest[] {
  return service.log.filter(
    ({ method, path, applied }) => method !== 'GET' && path !== '/admin/login' && applied,
  );
}
