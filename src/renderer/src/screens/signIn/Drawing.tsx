/** Draws a wardrobe in isometric lines, in the colours of the theme. */
export function Drawing() {
  return (
    <svg className="drawing" viewBox="0 0 260 250" fill="none" aria-hidden>
      <path className="drawing-floor" d="M20 196l110 50 110-50-110-50z" />
      <path className="drawing-side" d="M130 226l66-30V66l-66 30z" />
      <path className="drawing-front" d="M130 226l-66-30V66l66 30z" />
      <path className="drawing-top" d="M64 66l66-30 66 30-66 30z" />
      <path className="drawing-line" d="M97 81v130" />
      <path className="drawing-line" d="M91 140v16M103 145v16" />
      <path className="drawing-line" d="M130 140l66-30M130 183l66-30" />
      <path className="drawing-hint" d="M212 66v130M206 66h12M206 196h12" />
      <path className="drawing-hint" d="M64 216l66 30M61 210v12M127 240v12" />
      <circle className="drawing-dot" cx="64" cy="66" r="3" />
      <circle className="drawing-dot" cx="130" cy="36" r="3" />
      <circle className="drawing-dot" cx="196" cy="66" r="3" />
      <circle className="drawing-dot" cx="130" cy="96" r="3" />
    </svg>
  );
}
