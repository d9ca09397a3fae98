import { z } from 'zod';

// Must run before any schema is built: the compiled form needs `new Function`, which the window's
// content security policy forbids.
z.config({ jitless: true });

/** The schema library, set up once for every process. */
export { z };
