import { Tabs } from '@mantine/core'
import { CodeBlock } from './code-block.tsx'

interface Snippet {
  /** `curl`, `JavaScript`, `Python`, `MCP`. */
  language: string
  code: string
}

/** The same call in several languages. */
export function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <Tabs defaultValue={snippets[0]?.language ?? null} keepMounted={false}>
      <Tabs.List style={{ flexWrap: 'nowrap' }}>
        {snippets.map(({ language }) => (
          <Tabs.Tab key={language} value={language} px={10}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language} pt={8}>
          <CodeBlock code={code} what={`the ${language} snippet`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
