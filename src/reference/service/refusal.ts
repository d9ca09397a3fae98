import type { JsonValue } from '../json.ts';

/** A refused request, with the status and message of doc §7, or a body of another form. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: JsonValue | undefined;

  constructor(status: number, message: string, body?: JsonValue) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
  }
}
