import type { Configuration } from 'electron-builder';

declare const config: Configuration;
export default config;
