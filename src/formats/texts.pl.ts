import type { ReadingTexts } from './texts.en.ts';

/** Polish texts about read files. */
export const pl: ReadingTexts = {
  where: {
    line: ' (wiersz {{line, n}})',
    offset: ' (bajt {{offset, n}})',
  },
  faults: {
    empty: 'Plik jest pusty (0 bajtów).',
    tooBig: 'Plik jest za duży do podglądu ({{size}}, limit {{limit}}). Nadal można go wysłać.',
    tooMany:
      'Model ma ponad {{limit, n}} trójkątów i jest za duży do podglądu. Nadal można go wysłać.',
    tooDeep: 'Części są zagnieżdżone na ponad {{limit, n}} poziomach{{where}}.',
    tooManyWords:
      'Plik ma ponad {{limit, n}} wartości{{where}}. Wczytywanie przerwano. Nadal można go wysłać.',
    tooLong: 'Rozpakowany plik byłby większy niż {{limit}}{{where}}. Wczytywanie przerwano.',
    tooMuch: 'Model powtarza swoje części ponad {{limit, n}} razy{{where}}. Wczytywanie przerwano.',
    stopped:
      'Wczytywanie trwało dłużej niż {{seconds, n}} s i zostało przerwane. Plik nadal można wysłać.',
    noModel: 'Żaden z plików nie jest modelem 3D (obj, dae, fbx, wrl, e3d).',
    archive:
      'Plik to archiwum {{kind}} z innym rozszerzeniem. Rozpakuj je i dodaj model ze środka.',
    binary:
      'To nie jest plik tekstowy (bajt {{offset, n}} jest zerem). Jest uszkodzony albo w innym formacie.',
    otherFormat:
      'Rozszerzenie pliku nie zgadza się z zawartością: to {{real}}. Popraw rozszerzenie albo wyeksportuj plik ponownie.',
    brokenLine: 'Wiersza {{line, n}} nie można odczytać: „{{value}}”.',
    brokenIndex:
      'Wiersz {{line, n}} używa nieistniejącego punktu „{{value}}”. Liczba punktów przed nim: {{count, n}}.',
    cutLine:
      'Plik jest niekompletny: kończy się w wierszu {{line, n}}, „{{value}}”. Skopiuj go ponownie.',
    cutOffset: 'Plik jest niekompletny: kończy się na bajcie {{offset, n}}. Skopiuj go ponownie.',
    brokenOffset: 'Plik jest uszkodzony: nieprawidłowe dane na bajcie {{offset, n}}.',
    doctype:
      'Wiersz {{line, n}} deklaruje typ dokumentu lub encję. Ze względów bezpieczeństwa takie pliki nie są otwierane.',
    xml: 'Wiersz {{line, n}} nie jest poprawnym XML: {{value}}',
    oldVrml: 'To plik VRML 1.0. Wyeksportuj model jako VRML 2.0 (VRML97).',
    otherVrml: 'Format „{{value}}” nie jest obsługiwany. Wyeksportuj model jako VRML 2.0 (VRML97).',
    proto:
      'Wiersz {{line, n}} używa {{name}}, co nie jest obsługiwane. Wyeksportuj model bez prototypów.',
    oldFbx:
      'Wersja FBX {{version}} nie jest obsługiwana (minimum {{oldest}}). Wyeksportuj model jako FBX 2013 lub nowszy.',
    loop: '„{{name}}” zawiera sam siebie{{where}}.',
    badNumbers: 'Niektóre współrzędne nie są liczbami. Modelu nie można wyświetlić.',
    unreadable:
      'Nie można odczytać pliku{{as}}. Może być uszkodzony albo używać nieobsługiwanych funkcji.',
    opaque: 'Podgląd plików E3D nie jest dostępny.',
    noWebGL:
      'Ten komputer nie obsługuje podglądu 3D (WebGL). Wymiary i materiały są mimo to podane.',
    imageBroken: 'Obraz jest uszkodzony lub niekompletny.',
    imageTooBig: 'Obraz jest za duży do podglądu ({{width, n}} × {{height, n}} pikseli).',
    imageUnknown: 'Ten format obrazu nie jest obsługiwany (użyj jpg, png, bmp, tga, svg).',
  },
  notesText: {
    comma: 'Przecinki dziesiętne odczytano jako kropki{{at}}: „{{value}}”.',
    commaList: 'Przecinki dziesiętne odczytano jako kropki{{at}}: „{{value}}”.',
    unitMended: 'Jednostka ma przecinek dziesiętny, odczytano go jako kropkę{{at}}: „{{value}}”.',
    unitOdd: 'Nieprawidłowa jednostka{{at}}: „{{value}}”. Wybierz jednostkę.',
    clear: 'Materiał „{{name}}” jest w pliku całkowicie przezroczysty. Pokazano go jako pełny.',
    clearLine:
      '„{{value}}”{{at}} sprawia, że materiał „{{name}}” jest niewidoczny. Pokazano go jako pełny.',
    flat: 'Model jest płaski: wymiar 0 wzdłuż {{axes}}.',
    nothing: 'Plik nie zawiera widocznej geometrii.',
    loose: 'Model nie ma ścian, tylko linie lub punkty.',
    unknownLines: 'Pominięto nieznane wiersze: {{count, n}}, pierwszy{{at}}: „{{value}}”.',
    unpacked: 'Plik jest skompresowany ({{name}}). Niektóre programy mogą go nie otworzyć.',
    inline: 'Model odwołuje się do innych plików (Inline), które nie są pokazane.',
    unread:
      '„{{name}}” nie jest w pełni obsługiwane{{at}}. Części może brakować lub mogą być przesunięte, a rzeczywisty wymiar może być inny.',
    brokenImage: 'Pominięto obraz „{{name}}”: nie można go odczytać.',
    bigImage: 'Pominięto obraz „{{name}}”: jest za duży.',
    manyImages: 'Pokazano tylko pierwsze obrazy: {{limit, n}}.',
    xUp: 'W pliku oś X wskazuje w górę. Model pokazano z osią Y w górę.',
    encoding: 'Tekst nie jest w UTF-8. Odczytano go jako {{name}}.',
    unknownMaterial: 'Materiał „{{name}}” jest użyty, ale nie jest zdefiniowany.',
    leftFaces: 'Pominięto nieprawidłowe ściany: {{count, n}}, pierwsza{{at}}: „{{value}}”.',
    leftNormals:
      'Pominięto nieprawidłowe normalne lub punkty tekstury: {{count, n}}, pierwsze{{at}}: „{{value}}”.',
    missingPart: '„{{value}}” odwołuje się do „{{name}}”, czego nie ma w pliku{{at}}. Pominięto.',
    emptyPart: '„{{value}}” nie ma listy wierzchołków (<p>){{at}}. Pominięto.',
    noScene: 'Plik nie wskazuje sceny. Pokazano jedyną scenę z pliku.',
    coarse: 'Model jest bardzo daleko od początku układu. Wymiary są dokładne tylko do {{value}}.',
    hidden: 'Ukryte części nie są pokazane ani zmierzone: {{count, n}}.',
  },
};
