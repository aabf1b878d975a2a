import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { Facts } from "../ui/facts.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { State } from "../ui/state.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

type Account = AnswerOf<"list-payment-accounts">["items"][number]

/** One Stripe account of the workspace: in use, or waiting for its webhook. */
export function AccountSection({ account }: { account: Account }) {
  const { isSandbox } = useHouse()
  const { id, publishableKey, isLive, isReady, createdAt } = account
  const remove = useChange("remove-payment-account", {
    makesStale: ["list-payment-accounts"],
    onDone: () => toast({ tone: "good", title: "Nothing is charged on that account any more." }),
  })
  return (
    <Section
      title={isReady ? "Your Stripe account" : "One step is left"}
      below={
        isReady
          ? "New sales are charged here."
          : "Sales are charged on this account once Stripe can tell us of payments."
      }
    >
      <Facts
        facts={[
          [
            "State",
            <State
              key="state"
              {...(isReady
                ? { words: "In use", tone: "good" as const }
                : { words: "Waits for its webhook", tone: "note" as const })}
            />,
          ],
          ["Money", isLive ? "Live keys: real money" : "Test keys: no money moves"],
          ["Publishable key", publishableKey],
          ["Added", <When key="added" at={createdAt} />],
        ]}
      />
      {!isSandbox && <KeysTest account={account} />}
      {!isReady && <WebhookForm account={account} />}
      <Unfold label="Remove" about={publishableKey}>
        <p>
          {isReady
            ? "Offers with a price cannot be bought until you add another account. Sales made here can still be paid back."
            : "The keys are not used."}
        </p>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
          Remove the account
        </Button>
      </Unfold>
    </Section>
  )
}

/** Asks Stripe about the keys that are stored. */
function KeysTest({ account: { id } }: { account: Account }) {
  const ask = useChange("test-payment-account", { makesStale: [] })
  return (
    <Stack>
      <div>
        <Button variant="default" isBusy={ask.isPending} onClick={() => ask.mutate({ id })}>
          Test these keys
        </Button>
      </div>
      {ask.data && !ask.isPending && (
        <Notice tone={ask.data.isFine ? "good" : "bad"} title={ask.data.message}>
          {ask.data.hint}
        </Notice>
      )}
    </Stack>
  )
}

/** The second of two steps. */
function WebhookForm({ account: { id, webhookUrl } }: { account: Account }) {
  const set = useChange("set-payment-account", {
    makesStale: ["list-payment-accounts"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "From now on sales are charged on your account." }),
  })
  return (
    <Stack>
      <div>In Stripe’s dashboard, under Developers, Webhooks, add an endpoint with this address:</div>
      <Copied text={webhookUrl} />
      <ActionForm change={set} submit="Use this account" toInput={({ webhookSecret }) => ({ id, webhookSecret })}>
        <TextInput
          name="webhookSecret"
          label="Signing secret"
          description="Stripe shows it when the endpoint is made."
          type="password"
          placeholder="whsec_…"
          autoComplete="off"
          required
        />
      </ActionForm>
    </Stack>
  )
}
