import type { JsonObject, JsonValue } from '../json.ts';
import type { Variant } from '../variant.ts';
import { Refusal } from './refusal.ts';

/** The statuses that the rule `oneOf` takes. */
const STATUSES = ['1', '2'];

/** A broken rule: the words of the service in English and Polish. */
interface Broken {
  readonly kind: 'required' | 'enum';
  readonly says: string;
  readonly inPolish: string;
}

/** Throws a 400 `Refusal` for a fitting that breaks the variant's rule for `status`. */
export function checkStatus({ statusRule, faultForm }: Variant, body: JsonObject): void {
  const broken = brokenBy(statusRule, body['status']);
  if (broken !== null) throw refusalOf(faultForm, broken);
}

function brokenBy(rule: Variant['statusRule'], status: JsonValue | undefined): Broken | null {
  const isEmpty = status === undefined || status === null || status === '';
  if (rule === 'required' && isEmpty)
    return { kind: 'required', says: 'is required', inPolish: 'jest wymagane' };
  if (
    rule !== 'oneOf' ||
    isEmpty ||
    STATUSES.some((each) => each === status || Number(each) === status)
  )
    return null;
  const list = STATUSES.join(', ');
  return { kind: 'enum', says: `must be one of [${list}]`, inPolish: `musi być jedną z: ${list}` };
}

function refusalOf(form: Variant['faultForm'], { kind, says, inPolish }: Broken): Refusal {
  const quoted = `"status" ${says}`;
  const bodies: Readonly<Record<Variant['faultForm'], JsonValue>> = {
    text: { message: quoted },
    map: { message: 'Validation failed', errors: { status: says } },
    details: { message: 'Invalid body', details: [{ path: ['status'], message: quoted }] },
    field: { message: quoted, field: 'status' },
    mongoose: {
      message: 'Fitting validation failed',
      errors: { status: { kind, path: 'status', message: `Path \`status\` ${says}.` } },
    },
    schema: {
      message: 'Bad Request',
      errors:
        kind === 'required'
          ? [{ instancePath: '', message: "must have required property 'status'" }]
          : [
              {
                instancePath: '/status',
                message: 'must be equal to one of the allowed values',
                params: { allowedValues: STATUSES },
              },
            ],
    },
    polish: { message: `Pole status ${inPolish}` },
  };
  return new Refusal(400, quoted, bodies[form]);
}
