import { ensureRenderer } from '../../../build/renderer.mjs'

/** The pages that the tests open. */
export default () => ensureRenderer()
