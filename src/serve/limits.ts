/** Limits on the requests of one browser. */
export interface Limits {
  /** The largest accepted file, in bytes. */
  readonly fileBytes: number;
  /** The largest JSON body, in bytes. */
  readonly bodyBytes: number;
  /** The largest WebSocket frame, in bytes. */
  readonly frameBytes: number;
  readonly windows: number;
  /** Time limit for the head of a request, in milliseconds. */
  readonly headMs: number;
  /** Time limit for a whole request in milliseconds; a large file takes long. */
  readonly requestMs: number;
}

export const LIMITS: Limits = {
  fileBytes: 512 * 1024 * 1024,
  bodyBytes: 4096,
  frameBytes: 4 * 1024 * 1024,
  windows: 10,
  headMs: 10_000,
  requestMs: 600_000,
};
