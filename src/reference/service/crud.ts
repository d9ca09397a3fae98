import { Hono } from 'hono';
import type { Context } from 'hono';
import type { JsonObject, JsonValue } from '../json.ts';
import { FIXED_WORDS } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import { createdAnswer, deletedAnswer, json, missingAnswer, patchedAnswer } from './answers.ts';
import { present } from './present.ts';
import type { PriceName } from './present.ts';
import { Refusal } from './refusal.ts';
import { checkCreate, checkUpdate } from './schemas.ts';
import type { Env, Routes, Service } from './service.ts';

/** The rules of one kind; everything else is equal for all kinds. */
export interface Rules {
  readonly kind: Kind;
  /** Returns the record to store for a validated create body. */
  toStored(service: Service, body: JsonObject): JsonObject;
  /** Returns the fields that a validated update body changes. */
  toChanges(service: Service, stored: JsonObject, body: JsonObject): JsonObject;
  /** Returns the answer to a read by id if it differs from the bare record. */
  readAnswer?(service: Service, shown: JsonObject): Response;
  /** The name of the price in create answers. */
  readonly createdPrice?: PriceName;
}

/** Returns an empty group of routes. */
export function newRoutes(): Routes {
  return new Hono<Env>();
}

/**
 * Adds create, read, update and delete.
 *
 * Called last, so that fixed segments come before `:id` (doc §4).
 */
export function addCrud(routes: Routes, service: Service, rules: Rules): void {
  routes.post('/', (c) => create(service, rules, bodyOf(c)));
  routes.get('/:id', (c) => withRecord(service, rules.kind, idOf(c), read(service, rules)));
  routes.patch('/:id', (c) =>
    withRecord(service, rules.kind, idOf(c), update(service, rules, bodyOf(c))),
  );
  routes.delete('/:id', (c) => withRecord(service, rules.kind, idOf(c), remove(service, rules)));
}

type Act = (id: string, stored: JsonObject) => Response;

function bodyOf(c: Context<Env>): JsonValue | undefined {
  const { body, unreadable } = c.env.received;
  if (unreadable !== undefined) throw new Refusal(400, unreadable);
  return body;
}

function idOf(c: Context<Env>): string {
  const id = c.req.param('id') ?? '';
  if (FIXED_WORDS.has(id)) throw new Refusal(404, 'Not Found');
  return id;
}

function withRecord(service: Service, kind: Kind, id: string, act: Act): Response {
  const stored = service.state.get(kind, id);
  return stored ? act(id, stored) : missingAnswer(service.variant, kind);
}

function create(service: Service, rules: Rules, body: JsonValue | undefined): Response {
  const { state, variant } = service;
  const checked = checkCreate(variant, rules.kind, body);
  const { _id, ...fields } = rules.toStored(service, checked);
  const stored = state.insert(rules.kind, fields);
  const shown = present(variant, rules.kind, stored, rules.createdPrice);
  return createdAnswer(variant, rules.kind, shown);
}

function read(service: Service, rules: Rules): Act {
  return (_id, stored) => {
    const shown = present(service.variant, rules.kind, stored);
    return rules.readAnswer?.(service, shown) ?? json(200, shown);
  };
}

function update(service: Service, rules: Rules, body: JsonValue | undefined): Act {
  return (id, stored) => {
    const checked = checkUpdate(service.variant, rules.kind, body);
    const { _id, ...changes } = rules.toChanges(service, stored, checked);
    const changed = service.state.patch(rules.kind, id, changes);
    return patchedAnswer(
      service.variant,
      rules.kind,
      present(service.variant, rules.kind, changed),
    );
  };
}

function remove(service: Service, rules: Rules): Act {
  return (id, stored) => {
    service.state.remove(rules.kind, id);
    return deletedAnswer(service.variant, rules.kind, present(service.variant, rules.kind, stored));
  };
}
