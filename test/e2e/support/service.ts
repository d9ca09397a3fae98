import type { JsonObject } from '#reference/json.ts';
import type { LoggedRequest } from '#reference/wire/log.ts';
import type { JourneyService } from '#test/support/app.ts';

type Kind = Parameters<JourneyService['state']['all']>[0];

/** The field by which people name a record of a kind. */
const KEYS = { fittings: 'kod', materials: 'SIFRA', edgeBands: 'code', products: 'name' } as const;

/** Every record that the service holds under a code. */
export function held(service: JourneyService, kind: Kind, code: string): readonly JsonObject[] {
  return service.state.all(kind).filter((record) => record[KEYS[kind]] === code);
}

/** The one record that the service holds under a code. */
export function theRecord(service: JourneyService, kind: Kind, code: string): JsonObject {
  const [record, ...more] = held(service, kind, code);
  if (record === undefined || more.length > 0) throw new Error(`${code}: ${more.length} too many`);
  return record;
}

/** The id of the one record under a code. */
export function idOf(service: JourneyService, kind: Kind, code: string): string {
  return String(theRecord(service, kind, code)['_id']);
}

/** The writing requests that the service carried out, without the sign-in. */
export function writes(service: JourneyService): readonly LoggedRequest[] {
  return service.log.filter(
    ({ method, path, applied }) => method !== 'GET' && path !== '/admin/login' && applied,
  );
}
