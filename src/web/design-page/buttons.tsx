import { Button, type ButtonLook, IconButton, IconLink, LinkButton } from "#design/button.tsx";
import { HeartIcon, MenuIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { DesignSection, Specimen } from "./specimen.tsx";
import type { ShownState } from "./use-shown-states.ts";

const looks: readonly ButtonLook[] = ["primary", "secondary", "quiet"];
const states: readonly (ShownState | undefined)[] = [undefined, "hover", "focus", "active"];

export function Buttons() {
  const t = useTexts();
  return (
    <DesignSection title="Buttons">
      {looks.flatMap((look) => [
        ...states.map((state) => (
          <Specimen
            key={`${look} ${state}`}
            name={[look, state].filter(Boolean).join(", ")}
            {...(state ? { as: state } : {})}
          >
            <Button look={look}>{t("product.add_to_bag")}</Button>
          </Specimen>
        )),
        <Specimen key={`${look} busy`} name={`${look}, busy`}>
          <Button look={look} busy>
            {t("product.adding")}
          </Button>
        </Specimen>,
        <Specimen key={`${look} disabled`} name={`${look}, disabled`}>
          <Button look={look} disabled>
            {t("product.out_of_stock")}
          </Button>
        </Specimen>,
      ])}
      <Specimen name="small">
        <Button size="small" look="secondary">
          {t("common.retry")}
        </Button>
      </Specimen>
      <Specimen name="wide, a long text">
        <Button wide>{t("payment_result.pending_text")}</Button>
      </Specimen>
      <Specimen name="a link">
        <LinkButton to="#buttons" look="secondary">
          {t("cart.continue")}
        </LinkButton>
      </Specimen>
      <Specimen name="icon">
        <IconButton label={t("product.add_to_wishlist")}>
          <HeartIcon />
        </IconButton>
        <IconButton label={t("product.remove_from_wishlist")} aria-pressed className="text-champagne">
          <HeartIcon filled />
        </IconButton>
      </Specimen>
      <Specimen name="icon, focus" as="focus">
        <IconButton label={t("a11y.open_wishlist")}>
          <HeartIcon />
        </IconButton>
      </Specimen>
      <Specimen name="icon, a page without scripts">
        <IconLink to="/menu" label={t("a11y.open_menu")} onPress={() => {}}>
          <MenuIcon size={22} />
        </IconLink>
      </Specimen>
    </DesignSection>
  );
}
