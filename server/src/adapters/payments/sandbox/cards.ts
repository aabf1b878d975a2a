export interface Card {
  /** `pays` at once, `asks` for authentication first, `waits` for a bank (a delayed method), or is declined. */
  does: "pays" | "asks" | "waits" | "declines"
  /** The processor's code of the decline, and the message for the buyer. */
  code?: string
  message?: string
  later?: "dispute" | "refund-fails" | "refund-waits" | "payment-fails"
}

const declined = (code: string, message: string): Card => ({ does: "declines", code, message })

/** docs.stripe.com/testing: the same numbers of cards and bank accounts (SEPA: IBAN; US), with the same behaviour. */
export const cards: Readonly<Record<string, Card>> = {
  "4242424242424242": { does: "pays" },
  "4000056655665556": { does: "pays" },
  "5555555555554444": { does: "pays" },
  "2223003122003222": { does: "pays" },
  "5200828282828210": { does: "pays" },
  "378282246310005": { does: "pays" },
  "6011111111111117": { does: "pays" },
  "3566002020360505": { does: "pays" },

  "4000002500003155": { does: "asks" },
  "4000002760003184": { does: "asks" },
  "4000000000003220": { does: "asks" },
  "4000008400001629": { does: "asks", code: "card_declined", message: "The card was declined after authentication." },

  "4000000000000002": declined("generic_decline", "The card was declined."),
  "4000000000009995": declined("insufficient_funds", "The card has insufficient funds."),
  "4000000000009987": declined("lost_card", "The card was declined."),
  "4000000000009979": declined("stolen_card", "The card was declined."),
  "4000000000006975": declined("card_velocity_exceeded", "The card has reached its limit."),
  "4000000000000069": declined("expired_card", "The card has expired."),
  "4000000000000127": declined("incorrect_cvc", "The card's security code is incorrect."),
  "4000000000000119": declined("processing_error", "The card could not be processed. Try again."),
  "4242424242424241": declined("incorrect_number", "The card number is incorrect."),
  "4100000000000019": declined("fraudulent", "The payment was blocked."),

  "4000000000000259": { does: "pays", later: "dispute" },
  "4000000000005126": { does: "pays", later: "refund-fails" },
  "4000000000007726": { does: "pays", later: "refund-waits" },

  DE89370400440532013000: { does: "waits" },
  DE62370400440532013001: { does: "waits", later: "payment-fails" },
  DE35370400440532013002: { does: "waits", later: "dispute" },
  "000123456789": { does: "waits" },
  "000111111116": { does: "waits", later: "payment-fails" },
}

/** Finds a number; spaces and hyphens do not matter. Unknown numbers are declined, as real cards are. */
export function findCard(number: string): Card {
  return (
    cards[toCardNumber(number)] ??
    declined("test_mode_live_card", "This number is not a test number. The sandbox takes test numbers only.")
  )
}

/** Converts a number to its stored form: capitals and digits only. */
export function toCardNumber(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase()
}
