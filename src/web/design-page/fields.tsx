import { useState } from "react";
import { defaultMethod, paymentMethods } from "#contract/payment-methods/index.ts";
import { Checkbox, RadioGroup, SegmentedChoice } from "#design/choice.tsx";
import { SelectField, TextAreaField, TextField } from "#design/field.tsx";
import { paymentChoiceTexts } from "#web/i18n/payment-methods.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { DesignSection, Specimen } from "./specimen.tsx";

const longPlace = "Thị trấn Nông trường Việt Lâm, huyện Vị Xuyên, tỉnh Hà Giang, phía bắc sông Lô";

function Texts() {
  const t = useTexts();
  return (
    <>
      <Specimen name="text">
        <TextField label={t("auth.phone")} hint={t("auth.phone_hint")} />
      </Specimen>
      <Specimen name="text, hover" as="hover">
        <TextField label={t("auth.email")} optional={t("common.optional")} />
      </Specimen>
      <Specimen name="text, focus" as="focus">
        <TextField label={t("auth.email")} />
      </Specimen>
      <Specimen name="text, error">
        <TextField label={t("auth.email")} defaultValue="a@b" error={t("validation.email")} />
      </Specimen>
      <Specimen name="text, read only">
        <TextField label={t("order_info.country")} value={t("order_info.vietnam")} readOnly />
      </Specimen>
      <Specimen name="text, disabled">
        <TextField label={t("order_info.zip")} disabled />
      </Specimen>
      <Specimen name="several lines">
        <TextAreaField label={t("order_info.comments")} placeholder={t("order_info.comments_placeholder")} />
      </Specimen>
    </>
  );
}

function Choices() {
  const t = useTexts();
  const alternatives = paymentMethods.slice(0, 2);
  const [alternative, setAlternative] = useState(alternatives[0] ?? defaultMethod);
  const [method, setMethod] = useState(String(paymentMethods[0]));
  return (
    <>
      <Specimen name="select">
        <SelectField label={t("order_info.province")}>
          <option>{t("order_info.choose_province")}</option>
        </SelectField>
      </Specimen>
      <Specimen name="select, disabled">
        <SelectField label={t("order_info.district")} disabled>
          <option>{t("order_info.district_disabled")}</option>
        </SelectField>
      </Specimen>
      <Specimen name="select, error, long text">
        <SelectField label={t("order_info.ward")} error={t("order_info.location_error")}>
          <option>{longPlace}</option>
        </SelectField>
      </Specimen>
      <Specimen name="checkbox">
        <Checkbox label={t("auth.remember_me")} hint={t("auth.remember_hint")} />
      </Specimen>
      <Specimen name="checkbox, ticked, focus" as="focus">
        <Checkbox label={t("order_info.use_my_info")} defaultChecked />
      </Specimen>
      <Specimen name="checkbox, disabled, error">
        <Checkbox label={t("cart.select_all")} disabled error={t("cart.sold_out")} />
      </Specimen>
      <Specimen name="two alternatives">
        <SegmentedChoice
          legend={t("order_info.payment")}
          name="shown-alternatives"
          value={alternative}
          onChange={setAlternative}
          choices={alternatives.map((value) => ({ value, label: t(paymentChoiceTexts(value, false).label) }))}
        />
      </Specimen>
      <Specimen name="radio rows" wide>
        <RadioGroup
          legend={t("order_info.payment")}
          name="shown-payment"
          value={method}
          onChange={setMethod}
          choices={paymentMethods.map((value, index) => ({
            value,
            label: t(paymentChoiceTexts(value, false).label),
            ...[
              { note: t(paymentChoiceTexts(value, false).note) },
              { aside: t("checkout.shipping_free") },
              { aside: t("order_info.payment_unavailable"), disabled: true },
            ][index],
          }))}
        />
      </Specimen>
    </>
  );
}

export function Fields() {
  return (
    <DesignSection title="Fields">
      <Texts />
      <Choices />
    </DesignSection>
  );
}
