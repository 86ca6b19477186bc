import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** An address the store does not know, or a thing that is gone. */
export function NotFound() {
  return (
    <EmptyState
      art="/images/not-found.svg"
      title="This hanger is empty"
      text="The page you asked for is not here. It may have moved, or the piece may be gone."
    >
      <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
      <ButtonLink to={paths.search} variant="line">
        Search
      </ButtonLink>
    </EmptyState>
  )
}
