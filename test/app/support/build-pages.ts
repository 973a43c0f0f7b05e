import { ensureRenderer } from '../../../build/renderer.mjs'

/** Builds the app that the tests open. */
export default () => ensureRenderer()
