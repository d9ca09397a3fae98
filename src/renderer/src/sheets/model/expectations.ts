/** The sentence of the core, by the key of its translation, and what stands in its gaps. */
export interface Expectation {
  readonly key: keyof typeof SENTENCES;
  readonly values: Readonly<Record<string, string>>;
}

// The core speaks English, for the terminal too; each sentence that a sheet can meet is known here.
const SENTENCES = {
  number: /^a number such as (?:12\.50|3\.5)$/,
  text: /^text$/,
  flag: /^true or false$/,
  date: /^a date YYYY-MM-DD$/,
  colour: /^a colour #RRGGBB$/,
  file: /^a file$/,
  list: /^a list$/,
  files: /^a list of files$/,
  object: /^an object, may be empty$/,
  listJson: /^a list as JSON, such as \[\]$/,
  objectJson: /^an object as JSON, such as \{\}$/,
  value: /^a value$/,
  another: /^another value$/,
  thousands: /^a number such as 12\.50: here a (?:dot|comma) could part thousands$/,
  noPercent: /^a number such as 12\.50, without %$/,
  noUnit: /^a number such as 12\.50, without a currency or unit$/,
  notNegative: /^a number not below 0$/,
  madeDate: /^a number such as 12\.50: the spreadsheet made a date of it$/,
  percentage: /^a number such as 12\.50, not a percentage$/,
  madeTime: /^a value: the spreadsheet made a time of it$/,
  textDate: /^text: the spreadsheet made a date of it$/,
  textPercentage: /^text: the spreadsheet made a percentage of it$/,
  formula: /^a value: the formula was never worked out, save the sheet in a spreadsheet$/,
  moreCells: /^no more cells than there are columns: one that holds a separator stands in quotes$/,
  cellError: /^a value: the spreadsheet shows an error$/,
  letters: /^readable letters: the sheet is written in another encoding$/,
  ambiguous: /^a code that one record has: .+ have it; add a column _id$/s,
  noCode: /^a code: without one the record cannot be found$/,
  knownId: /^the id of a record that is here; for a new record leave it empty$/,
  leaving: /^a record that stays: it is queued to be removed$/,
  locked: /^no change: this field cannot be changed after creation.*$/s,
  required: /^.+ \(required to create\)$/s,
  besideFile: /^the path that the service has, or a file in the folder of the sheet$/,
  fileType: /^a file of type (?<types>.+)$/s,
  writable: /^a file that may be written and that no other program holds open$/,
  missingText: /^a text: the workbook does not hold the text with this number$/,
  shortened: /^text: the spreadsheet shortened this number, its last digits are lost$/,
  isProtected: /^a sheet saved .+: this is a workbook that is protected by a password.*$/,
  isOldExcel: /^a sheet saved .+: this is an older Excel workbook.*$/,
  isOds: /^a sheet saved .+: this is an OpenDocument spreadsheet.*$/,
  isXlsb: /^a sheet saved .+: this is a binary Excel workbook.*$/,
  isNumbers: /^a sheet saved .+: this is a Numbers document$/,
  isArchive: /^a sheet saved .+: this is (?:a ZIP|an) archive.*$/,
  isWebPage: /^a sheet saved .+: this is a web page$/,
  isXml: /^a sheet saved .+: this is an XML .+$/,
  isOther: /^a sheet saved .+: this is .+$/,
  anyField: /^at least one column whose field is known, such as .+$/s,
  sheetFile: /^a sheet saved as XLSX, CSV or JSON$/,
  workbook: /^an XLSX workbook$/,
  jsonObjects: /^a JSON list of objects$/,
  mostNames: /^at most (?<count>\d+) different names in all records$/,
  mostParts: /^at most (?<count>\d+) parts$/,
  noColumns: /^at most (?<count>\d+): there are no more columns to the right$/,
  twiceCode: /^a code that no other row has: row (?<row>\d+) has it too$/,
  twiceNew: /^a name that no other row has: row (?<row>\d+) has it too$/,
  twiceName: /^a name that nothing has yet, or its id in a column _id: .+ has this name$/s,
  keyColumn:
    /^a column with the code \((?<code>.+)\) or the id \(_id\), by which records are found$/s,
  anotherField: /^another field: (?<column>.+) is read as (?<field>.+) already$/s,
  listEnds: /^a record in this row: the list ends above$/,
  notEmptied:
    /^a value: (?:it was empty before, and )?the service describes no way to empty (?:it|this field)$/,
  changedSince: /^(?<value>.+): it was changed since it was made$/s,
  asPreviewed: /^(?<value>.+), as the preview showed$/s,
  header: /^a row with the names of the columns$/,
  cells: /^cells parted by the separator$/,
  record: /^a record$/,
  givenHere: /^a value that this change gives$/,
  noRemoval: /^no removal waiting$/,
  removalOver: /^a removal that is over$/,
  anotherCode: /^another code$/,
  undecided: /^no change since this was decided$/,
  anyCopy: /^a copy of this file here$/,
  copyOfPreview: /^the copy that was here at the preview$/,
  freeCode: /^a code that nothing has yet: (?<name>.+) has it, edit that one instead$/s,
  notMadeAgain: /^a record that was not created again yet: (?<name>.+) was made of it$/s,
  planAsQueued: /^a plan as it was queued: (?<name>.+) was changed since, queue that one instead$/s,
  serviceOrder: /^the order that the service holds: .+$/s,
  deletedId: /^the id of a deleted record$/,
  cached: /^(?:the .+ of a cached record|No .+ here has the .+)$/s,
  notThere: /^something that is not there yet$/,
  copiedCells: /^cells copied from a spreadsheet$/,
  aboveZero: /^a number above 0, such as 0\.10$/,
  someRecords: /^a list with at least one record$/,
  letterOf: /^a letter of (?<encoding>.+)$/s,
  decided: /^(?<value>.+), as this workstation's administrator decided$/s,
  anObject: /^an object$/,
  manifestParts: /^edgeBands, materials, fittings or product$/,
  oneOf: /^one of (?<list>.+)$/s,
  oneOrMoreOf: /^at least one of (?<list>.+)$/s,
  filePath: /^the path of a file$/,
  otherCode: /^a code other than that of (?<place>.+)$/s,
  oneFile: /^one file$/,
  heldFile: /^a file that this record has$/,
  folder: /^a folder$/,
  folderApart: /^a folder that is neither inside the one in use nor around it$/,
  folderOutside: /^a folder outside that of the program, which an update takes away$/,
  copyHere: /^a copy of this file here: .+$/s,
  folderEmpty: /^a folder that is empty, or not there yet$/,
} as const;

/** Reads a sentence of the core; null for one that has no translation. */
export function expectationOf(text: string): Expectation | null {
  for (const [key, pattern] of Object.entries(SENTENCES)) {
    const match = pattern.exec(text);
    if (match !== null && isKey(key)) return { key, values: { ...match.groups } };
  }
  return null;
}

function isKey(key: string): key is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, key);
}
