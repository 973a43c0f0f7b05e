/** A page of these scripts. */
export const page = (...scripts: string[]) => scripts.map(script => `<script>${script}</script>`).join('')

/** The rule that reads what these scripts set as `STATE`. */
export const STATE = { script: 'STATE' }
