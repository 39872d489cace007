import { useSettings } from "./settings.ts";
import { useTexts } from "./texts-provider.tsx";

/** The shop's contact address, the same as in its emails. */
export function useShopEmail(): string {
  const t = useTexts();
  return useSettings().replyTo ?? t("footer.email");
}
