import { mountPage } from "../../mount.tsx"
import { SignInLinkPage } from "./page.tsx"

mountPage("sign-in-link", SignInLinkPage)
