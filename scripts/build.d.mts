/** Root folder of the project. */
export const root: string;
/** Returns the path of the Node that Cabinet runs on. */
export function findNode(): string;
/** Builds Cabinet unless the build is newer than every source. */
export function buildIfStale(): void;
