/** The folder of the project. */
export const root: string;
/** The Node that Cabinet runs on. */
export function findNode(): string;
/** Builds unless what is there is newer than every source. */
export function buildIfStale(): void;
