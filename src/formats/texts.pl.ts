import type { ReadingTexts } from './texts.en.ts';

/** Polish texts about read files. */
export const pl: ReadingTexts = {
  where: {
    line: ' (wiersz {{line, n}})',
    offset: ' (bajt {{offset, n}})',
  },
  faults: {
    empty: 'Plik jest pusty: ma 0 bajtów.',
    tooBig: 'Ma {{size}}; tutaj można pokazać do {{limit}}. Nadal można go wysłać.',
    tooMany: 'Ma ponad {{limit, n}} trójkątów, więcej niż można tu pokazać. Nadal można go wysłać.',
    tooDeep: 'Jego części są zagnieżdżone na ponad {{limit, n}} poziomów{{where}}.',
    tooManyWords:
      'Ma więcej niż {{limit, n}} liczb i słów{{where}}. Odczyt przerwano. Plik nadal można wysłać.',
    tooLong: 'Po rozpakowaniu byłby większy niż {{limit}}{{where}}. Odczyt zatrzymano.',
    tooMuch:
      'Używa swoich części raz za razem, łącznie ponad {{limit, n}}{{where}}. Odczyt zatrzymano.',
    stopped:
      'Odczyt trwał dłużej niż {{seconds, n}} s i został zatrzymany. Plik nadal można wysłać.',
    noModel: 'Żaden z plików nie jest modelem 3D (obj, dae, fbx, wrl, e3d).',
    archive:
      'Plik to archiwum {{kind}} pod inną nazwą. Rozpakuj je i podaj model, który jest w środku.',
    binary:
      'Plik powinien być tekstem, ale bajt {{offset, n}} jest zerem. Jest uszkodzony albo w innym formacie.',
    otherFormat:
      'Nazwa pliku mówi co innego niż treść: to {{real}}. Nadaj mu właściwe rozszerzenie albo wyeksportuj ponownie.',
    brokenLine: 'Wiersza {{line, n}} nie można odczytać: „{{value}}”.',
    brokenIndex:
      'Wiersz {{line, n}} używa punktu „{{value}}”, którego nie ma; liczba punktów przed nim: {{count, n}}.',
    cutLine:
      'Plik urywa się w środku, w wierszu {{line, n}}: „{{value}}” nie ma końca. Czy skopiowano go w całości?',
    cutOffset: 'Plik urywa się w środku, na bajcie {{offset, n}}. Czy skopiowano go w całości?',
    brokenOffset: 'Dane na bajcie {{offset, n}} są sprzeczne: plik jest uszkodzony.',
    doctype:
      'Wiersz {{line, n}} deklaruje typ dokumentu lub encję. Takich plików ze względów bezpieczeństwa się nie otwiera.',
    xml: 'Wiersz {{line, n}} nie jest poprawnym XML: {{value}}',
    oldVrml:
      'To jest VRML 1.0. Cabinet pokazuje VRML 2.0 (VRML97): wyeksportuj model ponownie w tej wersji.',
    otherVrml: '„{{value}}” to nie VRML 2.0 (VRML97), jedyny, który można pokazać.',
    proto:
      'Wiersz {{line, n}} używa {{name}}, czego nie można pokazać. Wyeksportuj model bez prototypów.',
    oldFbx:
      'Wersja FBX {{version}} jest za stara, by ją pokazać (można od {{oldest}}). Wyeksportuj jako FBX 2013 lub nowszy.',
    loop: '„{{name}}” zawiera sam siebie{{where}}.',
    badNumbers: 'Niektóre współrzędne nie są liczbami, więc model nie ma kształtu.',
    unreadable:
      'Nie można go odczytać{{as}}. Może być uszkodzony albo używać czegoś, co nie jest obsługiwane.',
    opaque: 'Dla plików E3D nie ma podglądu.',
    noWebGL:
      'Na tym komputerze nie można rysować w 3D: brak WebGL. Wymiary i materiały są mimo to podane.',
    imageBroken: 'Obraz jest uszkodzony lub niekompletny.',
    imageTooBig: 'Obraz ma {{width, n}} × {{height, n}} punktów, więcej niż można pokazać.',
    imageUnknown: 'To nie jest obraz, który można pokazać (jpg, png, bmp, tga, svg).',
  },
  notesText: {
    comma: 'Przecinki dziesiętne odczytano jako kropki{{at}}: „{{value}}”.',
    commaList: 'Przecinki dziesiętne odczytano jako kropki{{at}}: „{{value}}”.',
    unitMended: 'Jednostka ma przecinek dziesiętny, odczytano go jako kropkę{{at}}: „{{value}}”.',
    unitOdd: 'Jednostka nie ma sensu{{at}}: „{{value}}”. Wybierz jednostkę.',
    clear: 'Materiał „{{name}}” jest w pliku całkiem przezroczysty; pokazano go jako pełny.',
    clearLine:
      '„{{value}}”{{at}} uczyniłoby materiał „{{name}}” niewidocznym; pokazano go jako pełny.',
    flat: 'Model jest płaski: nie ma rozmiaru wzdłuż {{axes}}.',
    nothing: 'Plik nie zawiera geometrii do pokazania.',
    loose: 'Nie ma ścian, są tylko linie lub punkty.',
    unknownLines: 'Pominięto niezrozumiałe wiersze: {{count, n}}, pierwszy{{at}}: „{{value}}”.',
    unpacked:
      'Plik jest spakowany ({{name}}); programy oczekujące zwykłego tekstu mogą go nie otworzyć.',
    inline: 'Wskazuje kolejne pliki (Inline), które nie są pokazane.',
    unread:
      '„{{name}}” z pliku nie jest pokazane tak, jak w nim zapisano{{at}}: części może brakować lub mogą stać gdzie indziej, a prawdziwy rozmiar może być inny.',
    brokenImage: 'Obrazu „{{name}}” nie można odczytać; pominięto go.',
    bigImage: 'Obraz „{{name}}” jest za duży; pominięto go.',
    manyImages: 'Pokazano tylko pierwsze obrazy: {{limit, n}}.',
    xUp: 'Według pliku w górę wskazuje X; pokazano z Y w górze.',
    encoding: 'Tekst nie jest w UTF-8; odczytano go jako {{name}}.',
    unknownMaterial: 'Materiał „{{name}}” jest użyty, ale nigdzie nieopisany.',
    leftFaces: 'Pominięto uszkodzone ściany: {{count, n}}, pierwsza{{at}}: „{{value}}”.',
    leftNormals:
      'Pominięto uszkodzone normalne lub punkty tekstury: {{count, n}}, pierwsze{{at}}: „{{value}}”.',
    missingPart: '„{{value}}” wskazuje „{{name}}”, czego nie ma w pliku{{at}}. Pominięto.',
    emptyPart: '„{{value}}” nie ma listy wierzchołków (<p>){{at}}. Pominięto.',
    noScene: 'Plik nie wskazuje sceny; pokazano tę, którą zawiera.',
    coarse: 'Model leży bardzo daleko od początku układu; wymiary są dokładne tylko do {{value}}.',
    hidden: 'Części ukryte nie są pokazane ani zmierzone: {{count, n}}.',
  },
};
