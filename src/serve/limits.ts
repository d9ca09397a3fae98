/** How much one browser may ask of the shell at once. */
export interface Limits {
  /** The largest file that is taken, in bytes. */
  readonly fileBytes: number;
  /** The largest JSON body, in bytes. */
  readonly bodyBytes: number;
  /** The largest frame of a WebSocket, in bytes. */
  readonly frameBytes: number;
  readonly windows: number;
  /** How long the head of a request may take, in milliseconds. */
  readonly headMs: number;
  /** How long a whole request may take, in milliseconds; a big file needs its time. */
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
