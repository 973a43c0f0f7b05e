/** A page with these scripts. */
export const page = (...scripts: string[]) => scripts.map(script => `<script>${script}</script>`).join('')

/** The rule that reads the value that these scripts assign to `STATE`. */
export const STATE = { script: 'STATE' }
