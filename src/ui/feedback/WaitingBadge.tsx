import { Badge } from './Badge.tsx'
import { Icon } from '#ui/media/Icon.tsx'

/** Marks a change that is not sent yet. */
export function WaitingBadge() {
  return (
    <Badge>
      <Icon name="clock" size="xs" />
      Waiting to send
    </Badge>
  )
}
