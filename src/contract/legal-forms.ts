/** Words at the end of a company's name that are not part of what people call it, such as legal forms. */
export const LEGAL_FORMS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'inc corp co ltd llc llp lp plc na gmbh mbh ag kg kgaa ohg ug ev se sa sas sarl srl spa snc bv nv oy oyj ab asa as aps ' +
    'cv sl slu sau ltda kk pty pte pvt sdn bhd sro zrt kft doo dd ek jsc pjsc ao oao ooo zao pao ' +
    'and group groupe gruppe holding holdings international'
  ).split(' '),
);
