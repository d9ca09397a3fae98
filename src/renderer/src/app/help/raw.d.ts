/** A file of the project as text, put into the bundle. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
