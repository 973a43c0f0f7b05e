import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Text to copy: a command, a program, a piece of JSON. */
export function CodeBlock({ code, what = 'the code' }: { code: string; what?: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton text={code} what={what} />
      </div>
    </div>
  )
}
