/** English texts about read files, shown by the window and the terminal. */
export const en = {
  where: {
    line: ' (line {{line, n}})',
    offset: ' (byte {{offset, n}})',
  },
  faults: {
    empty: 'The file is empty: it has 0 bytes.',
    tooBig: 'It has {{size}}; up to {{limit}} can be shown here. It can still be sent.',
    tooMany:
      'It has more than {{limit, n}} triangles, which is more than can be shown here. It can still be sent.',
    tooDeep: 'Its parts lie more than {{limit, n}} levels deep in one another{{where}}.',
    tooManyWords:
      'It has more than {{limit, n}} numbers and words{{where}}. Reading was stopped. It can still be sent.',
    tooLong: 'Unpacked it would be larger than {{limit}}{{where}}. Reading was stopped.',
    tooMuch:
      'It uses its parts again and again, more than {{limit, n}} in all{{where}}. Reading was stopped.',
    stopped:
      'Reading took longer than {{seconds, n}} seconds and was stopped. The file can still be sent.',
    noModel: 'None of the files is a 3D model (obj, dae, fbx, wrl, e3d).',
    archive:
      'The file is a {{kind}} archive under another name. Unpack it and give the model that is inside.',
    binary:
      'The file should be text, but byte {{offset, n}} is zero. It is damaged, or of another format.',
    otherFormat:
      "The file's name says one format, its content is {{real}}. Give it the ending that fits, or export it again.",
    brokenLine: 'Line {{line, n}} cannot be read: “{{value}}”.',
    brokenIndex:
      'Line {{line, n}} uses the point “{{value}}”, which is not there; points before it: {{count, n}}.',
    cutLine:
      'The file ends in the middle, at line {{line, n}}: “{{value}}” is not finished. Was it copied whole?',
    cutOffset: 'The file ends in the middle, at byte {{offset, n}}. Was it copied whole?',
    brokenOffset: 'What stands at byte {{offset, n}} contradicts itself: the file is damaged.',
    doctype:
      'Line {{line, n}} declares a document type or an entity. Files that do are not opened, for safety.',
    xml: 'Line {{line, n}} is not proper XML: {{value}}',
    oldVrml: 'This is VRML 1.0. Cabinet shows VRML 2.0 (VRML97): export it again as that.',
    otherVrml: '“{{value}}” is not VRML 2.0 (VRML97), the one that can be shown.',
    proto:
      'Line {{line, n}} uses {{name}}, which cannot be shown. Export the model without prototypes.',
    oldFbx:
      'FBX version {{version}} is too old to be shown ({{oldest}} and newer can). Export it as FBX 2013 or newer.',
    loop: '“{{name}}” contains itself{{where}}.',
    badNumbers: 'Some coordinates are not numbers, so the model has no shape.',
    unreadable:
      'It cannot be read{{as}}. It may be damaged, or use something that is not supported.',
    opaque: 'There is no preview for E3D files.',
    noWebGL:
      '3D cannot be drawn on this computer: there is no WebGL. Sizes and materials are listed all the same.',
    imageBroken: 'The picture is damaged or not whole.',
    imageTooBig:
      'The picture has {{width, n}} × {{height, n}} points, which is more than can be shown.',
    imageUnknown: 'This is not a picture that can be shown (jpg, png, bmp, tga, svg).',
  },
  notesText: {
    comma: 'Decimal commas were read as decimal points{{at}}: “{{value}}”.',
    commaList: 'Decimal commas were read as decimal points{{at}}: “{{value}}”.',
    unitMended: 'The unit has a decimal comma, read as a point{{at}}: “{{value}}”.',
    unitOdd: 'The unit makes no sense{{at}}: “{{value}}”. Choose the unit.',
    clear: 'Material “{{name}}” is entirely see-through in the file; it is shown solid.',
    clearLine: '“{{value}}”{{at}} would make material “{{name}}” invisible; it is shown solid.',
    flat: 'The model is flat: no extent along {{axes}}.',
    nothing: 'The file holds no geometry that is shown.',
    loose: 'There are no faces, only lines or points.',
    unknownLines:
      'Lines that are not understood were skipped: {{count, n}}, the first{{at}}: “{{value}}”.',
    unpacked: 'The file is packed ({{name}}); programs that expect plain text may not open it.',
    inline: 'It names further files (Inline), which are not shown.',
    unread:
      '“{{name}}” in the file is not shown as it stands there{{at}}: parts may be missing or stand elsewhere, and the true size may be another.',
    brokenImage: 'Picture “{{name}}” cannot be read and is left out.',
    bigImage: 'Picture “{{name}}” is too large and is left out.',
    manyImages: 'Only the first {{limit, n}} pictures are shown.',
    xUp: 'The file says that X points up; it is shown with Y up.',
    encoding: 'The text is not UTF-8; it was read as {{name}}.',
    unknownMaterial: 'Material “{{name}}” is used but described nowhere.',
    leftFaces: 'Broken faces were left out: {{count, n}}, the first{{at}}: “{{value}}”.',
    leftNormals:
      'Broken normals or texture points were left out: {{count, n}}, the first{{at}}: “{{value}}”.',
    missingPart:
      '“{{value}}” points to “{{name}}”, which is not in the file{{at}}. It was left out.',
    emptyPart: '“{{value}}” has no list of corners (<p>){{at}} and was left out.',
    noScene: 'The file names no scene to show; the one in it is shown.',
    coarse: 'The model lies very far from the origin; its sizes are exact to {{value}} only.',
    hidden: 'Hidden parts are neither shown nor measured: {{count, n}}.',
  },
};

export type ReadingTexts = typeof en;
