import { Group, Text, Title } from '@mantine/core'
import { Picture } from '../../ui/picture.tsx'
import { Time } from '../../ui/time.tsx'
import type { PageText } from './page-text.ts'
import classes from './read.module.css'

const DAY = /^\d{4}-\d\d-\d\d$/

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the name of a language; its code if it has no name. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

/** Shows what a page says about itself. */
export function PageFacts({ page }: { page: PageText }) {
  const { title, description, author, site, published_at, language, image } = page
  const facts = [
    author,
    site,
    published_at && (DAY.test(published_at) ? published_at : <Time at={published_at} exact />),
    language && languageName(language),
  ].filter(Boolean)
  return (
    <Group gap={16} wrap="nowrap" align="flex-start" mb={16}>
      <div className={classes.facts}>
        <Title order={2}>{title ?? 'Page without a title'}</Title>
        {facts.length > 0 && (
          <Text size="xs" c="dimmed">
            {facts.map((fact, index) => (
              <span key={index}>
                {index > 0 && ' · '}
                {fact}
              </span>
            ))}
          </Text>
        )}
        {description && (
          <Text size="sm" c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </div>
      {image && <Picture address={image} className={classes.picture} />}
    </Group>
  )
}
