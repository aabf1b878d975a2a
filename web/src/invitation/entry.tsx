import { mountPage } from "../mount.tsx"
import { InvitationPage } from "./invitation-page.tsx"

mountPage("invitation", InvitationPage)
