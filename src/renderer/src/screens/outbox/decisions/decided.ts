import { TypedTexts } from '../../../state/typedTexts.ts';

/** What was typed over refused changes, and chosen between sides, by the operation. */
export const decided = new TypedTexts();
