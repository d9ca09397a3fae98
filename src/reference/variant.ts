/**
 * Every value of every knob.
 *
 * Each knob is a question that the document leaves open; its plainest answer comes first.
 */
export const VARIANT_KNOBS = {
  /** doc §4: fittings are listed without the prefix that the workflow uses. */
  fittingsPrefix: ['adminapi', 'bare', 'both'],
  /** doc §4.6 gap 1. */
  bulkShape: ['array', 'wrapped', 'data'],
  /** doc §4.6 gaps 2, 4, 7 and 9. */
  patchAnswer: ['record', 'wrapped', 'message', 'mongo', 'empty200', 'noContent'],
  /** doc §4.6 gaps 3 and 9; fittings and products follow. */
  createAnswer: ['record', 'wrapped', 'messageAndRecord', 'message'],
  /** doc §4.6 gaps 5 and 10: only materials and edge bands; the other two are documented. */
  deleteAnswer: ['message', 'record', 'deletedCount', 'empty200', 'noContent'],
  /** doc §4.6 gap 6. */
  searchShape: ['array', 'wrapped', 'wrappedNoTotal'],
  /** doc §4.6 gap 8. */
  edgeBandRead: ['record', 'wrapped', 'arrayOfOne'],
  /** doc §4.6 gap 8. */
  edgeBandGroup: ['array', 'wrapped'],
  /** doc §4.6 gap 11, by kod. */
  lookupMiss: [
    '404',
    'null',
    'emptyObject',
    'emptyArray',
    'emptyString',
    'wrappedNull',
    'message',
    '500',
  ],
  /** doc §4.6 gap 11, by SIFRA. */
  sifraMiss: ['emptyList', '404', 'null'],
  /** doc §7 names only fittings, which stay at 404; the other kinds follow this knob. */
  missingById: ['404', 'null', 'emptyObject', '500'],
  /** doc §4.2 shows both. */
  uploadShape: ['files', 'file'],
  /** doc §2.2: with `original`, equal names overwrite each other. */
  uploadNames: ['random', 'original'],
  /** doc §2.2: the separator of the stored relative path. */
  uploadPathSeparator: ['slash', 'backslash'],
  /** doc §2.2 does not say how a stored path is fetched, or whether that needs the token. */
  assetsNeedAuth: [false, true],
  /** The answer at a stored path: the file, an HTML page, a message, a redirect, or none. */
  assetAnswer: ['file', 'page', 'message', 'redirect', 'none'],
  /** doc §7: the status of `Invalid file type.` is not documented. */
  invalidTypeStatus: [400, 415, 422, 500],
  /** doc §2.1, for fittings, materials and products. */
  idShape: ['string', 'oid'],
  /** doc §2.6. */
  edgeBandIdShape: ['oid', 'string'],
  /** doc §8: the maximum page size is not documented; 0 means none. */
  pageCap: [0, 10, 50],
  /** The handling of a `limit` above the cap. */
  pageCapMode: ['clamp', 'refuse'],
  /** True for a service that ignores the offset and always returns the first page. */
  offsetIgnored: [false, true],
  /** doc §4 defines no order of lists. */
  order: ['append', 'newest', 'recentlyEdited', 'unstable'],
  /** The total count of lists. */
  total: ['right', 'missing', 'string'],
  /** doc §2.3: text in the table, a number in the update example. */
  priceForm: ['string', 'number'],
  /** doc §3: a returned status may have another form. */
  statusForm: ['same', 'word'],
  /** doc §2.3 calls kod unique but does not document the answer to a duplicate. */
  uniqueKod: [true, false],
  /** doc §4.6 gap 4. */
  materialPatchKey: ['price', 'CIJENA', 'both'],
  /** doc §4.6 gap 3: the workflow sends no SIFRA. */
  materialCreateKeepsSifra: [true, false],
  /** doc §2.3 and §2.5: whether fields outside the update tables are ignored, applied or refused. */
  updatesHonoured: ['documented', 'all', 'refused'],
  /** doc §7: `{message}`, or the answer of a proxy. */
  errorBody: ['json', 'html', 'empty'],
  /** doc §5.5. */
  loginFailure: ['401', '400', '200message'],
  /** The handling of undocumented fields in create bodies. */
  unknownFields: ['keep', 'drop', 'refuse'],
  /** The normalization of stored texts; doc §2 does not say that they stay unchanged. */
  texts: ['asGiven', 'trimmed', 'composed', 'lowerCodes', 'upperCodes'],
  /** doc §5.5: the number of requests after which a token expires; 0 means never. */
  tokenLifetimeRequests: [0, 20],
} as const;

/**
 * Rules for bodies beyond the document, and the form in which a refusal names the field.
 *
 * They stand apart from `VARIANT_KNOBS`, because they refuse work that every other variant accepts.
 */
export const RULE_KNOBS = {
  /** doc §2.3: required fields of a fitting are not shown; `oneOf` takes only the statuses 1 and 2. */
  statusRule: ['none', 'required', 'oneOf'],
  /** doc §7: the text of a validation error is not documented. */
  faultForm: ['text', 'map', 'details', 'field', 'mongoose', 'schema', 'polish'],
} as const;

type Knobs = typeof VARIANT_KNOBS & typeof RULE_KNOBS;

/** A choice of answers to the document's gaps. */
export type Variant = { readonly [K in keyof Knobs]: Knobs[K][number] };

/** The document's plainest reading. */
export const DEFAULT_VARIANT: Variant = {
  fittingsPrefix: 'adminapi',
  bulkShape: 'array',
  patchAnswer: 'record',
  createAnswer: 'record',
  deleteAnswer: 'message',
  searchShape: 'array',
  edgeBandRead: 'record',
  edgeBandGroup: 'array',
  lookupMiss: '404',
  sifraMiss: 'emptyList',
  missingById: '404',
  uploadShape: 'files',
  uploadNames: 'random',
  uploadPathSeparator: 'slash',
  assetsNeedAuth: false,
  assetAnswer: 'file',
  invalidTypeStatus: 400,
  idShape: 'string',
  edgeBandIdShape: 'oid',
  pageCap: 0,
  pageCapMode: 'clamp',
  offsetIgnored: false,
  order: 'append',
  total: 'right',
  priceForm: 'string',
  statusForm: 'same',
  uniqueKod: true,
  materialPatchKey: 'price',
  materialCreateKeepsSifra: true,
  updatesHonoured: 'documented',
  errorBody: 'json',
  loginFailure: '401',
  unknownFields: 'keep',
  texts: 'asGiven',
  tokenLifetimeRequests: 0,
  statusRule: 'none',
  faultForm: 'text',
};
