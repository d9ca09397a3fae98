/** The path of the page that draws SVG files in a frame of the window. */
export const DRAWING_PATH = '/drawing.html';
