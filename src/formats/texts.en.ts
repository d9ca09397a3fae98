/** English texts about read files, shown by the window and the terminal. */
export const en = {
  where: {
    line: ' (line {{line, n}})',
    offset: ' (byte {{offset, n}})',
  },
  faults: {
    empty: 'The file is empty (0 bytes).',
    tooBig: 'The file is too large to preview ({{size}}, limit {{limit}}). It can still be sent.',
    tooMany:
      'The model has more than {{limit, n}} triangles and is too large to preview. It can still be sent.',
    tooDeep: 'The parts are nested more than {{limit, n}} levels deep{{where}}.',
    tooManyWords:
      'The file has more than {{limit, n}} values{{where}}. Loading was stopped. It can still be sent.',
    tooLong: 'The unpacked file would be larger than {{limit}}{{where}}. Loading was stopped.',
    tooMuch:
      'The model repeats its parts more than {{limit, n}} times{{where}}. Loading was stopped.',
    stopped:
      'Loading took longer than {{seconds, n}} seconds and was stopped. The file can still be sent.',
    noModel: 'None of the files is a 3D model (obj, dae, fbx, wrl, e3d).',
    archive:
      'The file is a {{kind}} archive with another extension. Unpack it and add the model inside.',
    binary:
      'The file is not a text file (byte {{offset, n}} is zero). It is damaged or has another format.',
    otherFormat:
      'The file extension does not match the content: it is {{real}}. Correct the extension or export the file again.',
    brokenLine: 'Line {{line, n}} cannot be read: “{{value}}”.',
    brokenIndex:
      'Line {{line, n}} uses point “{{value}}”, which does not exist. Points before it: {{count, n}}.',
    cutLine: 'The file is incomplete: it ends at line {{line, n}}, “{{value}}”. Copy it again.',
    cutOffset: 'The file is incomplete: it ends at byte {{offset, n}}. Copy it again.',
    brokenOffset: 'The file is damaged: the data at byte {{offset, n}} is invalid.',
    doctype:
      'Line {{line, n}} declares a document type or an entity. Such files are not opened for security reasons.',
    xml: 'Line {{line, n}} is not valid XML: {{value}}',
    oldVrml: 'This is a VRML 1.0 file. Export it as VRML 2.0 (VRML97).',
    otherVrml: '“{{value}}” is not supported. Export the file as VRML 2.0 (VRML97).',
    proto:
      'Line {{line, n}} uses {{name}}, which is not supported. Export the model without prototypes.',
    oldFbx:
      'FBX version {{version}} is not supported (minimum {{oldest}}). Export the model as FBX 2013 or newer.',
    loop: '“{{name}}” contains itself{{where}}.',
    badNumbers: 'Some coordinates are not numbers. The model cannot be displayed.',
    unreadable: 'The file cannot be read{{as}}. It may be damaged or use unsupported features.',
    opaque: 'No preview is available for E3D files.',
    noWebGL:
      'This computer does not support 3D previews (WebGL). Sizes and materials are still listed.',
    imageBroken: 'The image is damaged or incomplete.',
    imageTooBig: 'The image is too large to preview ({{width, n}} × {{height, n}} pixels).',
    imageUnknown: 'This image format is not supported (use jpg, png, bmp, tga, svg).',
  },
  notesText: {
    comma: 'Decimal commas were read as decimal points{{at}}: “{{value}}”.',
    commaList: 'Decimal commas were read as decimal points{{at}}: “{{value}}”.',
    unitMended: 'The unit has a decimal comma that was read as a point{{at}}: “{{value}}”.',
    unitOdd: 'The unit is invalid{{at}}: “{{value}}”. Choose the unit.',
    clear: 'Material “{{name}}” is fully transparent in the file. It is shown solid.',
    clearLine: '“{{value}}”{{at}} makes material “{{name}}” invisible. It is shown solid.',
    flat: 'The model is flat: size 0 along {{axes}}.',
    nothing: 'The file contains no visible geometry.',
    loose: 'The model has no faces, only lines or points.',
    unknownLines: 'Unknown lines were skipped: {{count, n}}, the first{{at}}: “{{value}}”.',
    unpacked: 'The file is compressed ({{name}}). Some programs may not open it.',
    inline: 'The model refers to further files (Inline) that are not shown.',
    unread:
      '“{{name}}” is not fully supported{{at}}. Parts may be missing or misplaced, and the real size may differ.',
    brokenImage: 'Image “{{name}}” cannot be read and was skipped.',
    bigImage: 'Image “{{name}}” is too large and was skipped.',
    manyImages: 'Only the first {{limit, n}} images are shown.',
    xUp: 'In the file, X points up. The model is shown with Y up.',
    encoding: 'The text is not UTF-8. It was read as {{name}}.',
    unknownMaterial: 'Material “{{name}}” is used but not defined.',
    leftFaces: 'Invalid faces were skipped: {{count, n}}, the first{{at}}: “{{value}}”.',
    leftNormals:
      'Invalid normals or texture points were skipped: {{count, n}}, the first{{at}}: “{{value}}”.',
    missingPart:
      '“{{value}}” refers to “{{name}}”, which is not in the file{{at}}. It was skipped.',
    emptyPart: '“{{value}}” has no list of vertices (<p>){{at}} and was skipped.',
    noScene: 'The file does not select a scene. Its only scene is shown.',
    coarse: 'The model is very far from the origin. Its sizes are accurate to {{value}} only.',
    hidden: 'Hidden parts are not shown or measured: {{count, n}}.',
  },
};

export type ReadingTexts = typeof en;
