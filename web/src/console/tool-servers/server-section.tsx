import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { mayAs } from "../here.ts"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { ToolServer } from "./sign-in-out.tsx"
import { SignInOut } from "./sign-in-out.tsx"
import { staleServers } from "./stale-servers.ts"
import type { Way } from "./way-there.tsx"

interface Props {
  server: ToolServer
  onReview(): void
  onWay(way: Way): void
}

/** A tool server: its state, pending reviews, and actions. */
export function ServerSection({ server, onReview, onWay }: Props) {
  const { name, tools, checkedAt } = server
  const waiting = tools.new + tools.changed + tools.gone
  return (
    <Section title={name} below={below(server)}>
      <Standing server={server} />
      <p className="checked">
        {checkedAt === null ? (
          "Its tools were not listed yet."
        ) : (
          <>
            Its tools were listed <When at={checkedAt} />.
          </>
        )}
      </p>
      <div className="actions">
        {mayAs("admin") && (
          <Button
            size="sm"
            variant={waiting > 0 ? "filled" : "default"}
            aria-label={`${waiting > 0 ? "Review its tools" : "Look at its tools"}: ${name}`}
            onClick={onReview}
          >
            {waiting > 0 ? "Review its tools" : "Look at its tools"}
          </Button>
        )}
        <SignInOut server={server} onWay={onWay} />
        {mayAs("admin") && <ForAdmins server={server} />}
      </div>
    </Section>
  )
}

function below({ host, auth, credentials, attachedBy }: ToolServer): string {
  const how = { personal: "everybody signs in for themselves", shared: "one sign-in for the whole workspace" }[
    credentials
  ]
  return `${host}, attached by ${attachedBy}; ${auth === "none" ? "without a sign-in" : how}`
}

/** Shows the most important problem of the server. */
function Standing({ server: { isPaused, failure, isSignedIn, maySignIn, tools } }: { server: ToolServer }) {
  if (isPaused)
    return (
      <Notice tone="note" title="Paused">
        Nobody’s assistant uses it until it is resumed.
      </Notice>
    )
  if (!isSignedIn) {
    return (
      <Notice tone="note" title="Waiting for a sign-in">
        {maySignIn ? "Sign in to it to use its tools." : "An admin of the workspace signs in to it."}
      </Notice>
    )
  }
  if (failure !== null)
    return (
      <Notice tone="bad" title={failure}>
        It is tried again by itself.
      </Notice>
    )
  if (tools.changed > 0) {
    return (
      <Notice
        tone="note"
        title={
          tools.changed === 1
            ? "1 tool was changed since its review"
            : `${tools.changed} tools were changed since their review`
        }
      >
        None is used until an admin has looked at the difference.
      </Notice>
    )
  }
  if (tools.reviewed === 0 && tools.new > 0) {
    return (
      <Notice tone="note" title={`${count(tools.new)} for a review`}>
        None of them is used before that.
      </Notice>
    )
  }
  const more = tools.new > 0 ? `${count(tools.new)} for a review.` : undefined
  return (
    <Notice tone="good" title={tools.reviewed === 1 ? "1 tool in use" : `${tools.reviewed} tools in use`}>
      {more}
    </Notice>
  )
}

function count(tools: number): string {
  return tools === 1 ? "1 tool waits" : `${tools} tools wait`
}

function ForAdmins({ server: { id, name, isPaused, isSignedIn } }: Pick<Props, "server">) {
  const check = useChange("check-tool-server", {
    makesStale: staleServers,
    onDone: () => toast({ tone: "good", title: `The tools of ${name} were listed again.` }),
  })
  const pause = useChange("pause-tool-server", { makesStale: staleServers })
  const resume = useChange("resume-tool-server", { makesStale: staleServers })
  const detach = useChange("detach-tool-server", {
    makesStale: staleServers,
    isForm: true,
    onDone: () => toast({ tone: "good", title: `${name} is detached.` }),
  })
  const other = isPaused ? resume : pause
  return (
    <>
      {isSignedIn && (
        <Button
          size="sm"
          variant="default"
          isBusy={check.isPending}
          aria-label={`Check again: ${name}`}
          onClick={() => check.mutate({ id })}
        >
          Check again
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        isBusy={other.isPending}
        aria-label={`${isPaused ? "Resume" : "Pause"} ${name}`}
        onClick={() => other.mutate({ id })}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Unfold label="Detach" about={name}>
        <p>Its tools stop at once, everybody’s sign-ins are forgotten, and they are revoked at the server.</p>
        <ActionForm change={detach} submit="Yes, detach it" tone="danger" toInput={() => ({ id })} />
      </Unfold>
    </>
  )
}
