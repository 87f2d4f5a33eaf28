// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The descriptions of a bundle, in Turtle: what hosts show and check comes from the scene's
// controls and the table of keys.

#include "lv2/bundle.h"
#include "lv2/ports.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const prefixes = "@prefix atom:  <http://lv2plug.in/ns/ext/atom#> .\n"
                                    "@prefix doap:  <http://usefulinc.com/ns/doap#> .\n"
                                    "@prefix foaf:  <http://xmlns.com/foaf/0.1/> .\n"
                                    "@prefix log:   <http://lv2plug.in/ns/ext/log#> .\n"
                                    "@prefix lv2:   <http://lv2plug.in/ns/lv2core#> .\n"
                                    "@prefix midi:  <http://lv2plug.in/ns/ext/midi#> .\n"
                                    "@prefix pg:    <http://lv2plug.in/ns/ext/port-groups#> .\n"
                                    "@prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .\n"
                                    "@prefix pset:  <http://lv2plug.in/ns/ext/presets#> .\n"
                                    "@prefix rdfs:  <http://www.w3.org/2000/01/rdf-schema#> .\n"
                                    "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
                                    "@prefix units: <http://lv2plug.in/ns/extensions/units#> .\n"
                                    "@prefix urid:  <http://lv2plug.in/ns/ext/urid#> .\n"
                                    "@prefix work:  <http://lv2plug.in/ns/ext/worker#> .\n\n";

// --- Words --------------------------------------------------------------------------------------

// A text in quotes, escaped.
static void put_quoted(FILE *file, const char *text) {
  fputc('"', file);
  for (const char *c = text; *c != '\0'; ++c)
    if (*c == '"' || *c == '\\')
      fprintf(file, "\\%c", *c);
    else if ((unsigned char)*c >= 32)
      fputc(*c, file);
  fputc('"', file);
}

// A number that Turtle reads as a decimal or double.
// Nine digits as a decimal without an exponent: with one Turtle has a double, which hosts that ask
// for floats leave alone.
static void put_number(FILE *file, double value) {
  char text[400];
  const int point = value != 0 ? (int)floor(log10(fabs(value))) : 0;
  snprintf(text, sizeof text, "%.*f", point < 8 ? 8 - point : 1, value);
  size_t length = strlen(text);
  while (length > 2 && text[length - 1] == '0' && text[length - 2] != '.')
    text[--length] = '\0';
  fputs(text, file);
}

// The symbol of a control's port: c_ and its name, so that it is none of the fixed ones.
static void put_symbol(FILE *file, const char *name) {
  fputs("c_", file);
  for (const char *c = name; *c != '\0'; ++c)
    fputc(isalnum((unsigned char)*c) ? *c : '_', file);
}

// "bow-force" is shown as "Bow force".
static void put_name(FILE *file, const char *name) {
  char shown[128];
  snprintf(shown, sizeof shown, "%s", name);
  shown[0] = (char)toupper((unsigned char)shown[0]);
  for (char *c = shown; *c != '\0'; ++c)
    if (*c == '-' || *c == '_')
      *c = ' ';
  put_quoted(file, shown);
}

static void put_unit(FILE *file, const char *unit) {
  static const char *const known[][2] = {
      {"Hz", "units:hz"}, {"s", "units:s"}, {"m", "units:m"}, {"semitones", "units:semitone12TET"}};
  if (unit[0] == '\0')
    return;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
    if (strcmp(unit, known[i][0]) == 0) {
      fprintf(file, " ;\n    units:unit %s", known[i][1]);
      return;
    }
  fputs(" ;\n    units:unit [\n      a units:Unit ;\n      rdfs:label ", file);
  put_quoted(file, unit);
  fputs(" ;\n      units:symbol ", file);
  put_quoted(file, unit);
  fprintf(file, " ;\n      units:render \"%%f %s\"\n    ]", unit);
}

// --- Groups -------------------------------------------------------------------------------------

// The body or contact that a control belongs to; "" if there is none.
static void group_of(const carom_control_info *control, char *group, size_t size) {
  const char *dot = strchr(control->path, '.');
  const char *end = dot != NULL ? strchr(dot + 1, '.') : NULL;
  group[0] = '\0';
  if (control->gesture[0] != '\0')
    snprintf(group, size, "playing");
  else if (control->keys > 1)
    snprintf(group, size, "several-keys");
  else if (end != NULL)
    snprintf(group, size, "%.*s", (int)(end - dot - 1), dot + 1);
}

static carom_control_info control_of(const carom_model *model, int parameter) {
  return carom_model_control(model, carom_model_parameter(model, parameter).control);
}

// Whether an earlier parameter is of the same group.
static bool group_is_known(const carom_model *model, int parameter, const char *group) {
  for (int i = 0; i < parameter; ++i) {
    char other[128];
    const carom_control_info c = control_of(model, i);
    group_of(&c, other, sizeof other);
    if (strcmp(other, group) == 0)
      return true;
  }
  return false;
}

static void put_group(FILE *file, const bundle *b, const char *group) {
  fprintf(file, "<%s#group_", b->uri);
  put_symbol(file, group);
  fputc('>', file);
}

static void write_groups(FILE *file, const bundle *b) {
  fprintf(file,
          "<%s#group_out>\n  a pg:StereoGroup , pg:OutputGroup ;\n  lv2:name \"Sound\" ;\n"
          "  lv2:symbol \"group_out\" .\n\n"
          "<%s#group_setup>\n  a pg:InputGroup ;\n  lv2:name \"Setup\" ;\n"
          "  lv2:symbol \"group_setup\" .\n\n",
          b->uri, b->uri);
  for (int i = 0; i < carom_model_parameters(b->model); ++i) {
    char group[128];
    const carom_control_info c = control_of(b->model, i);
    group_of(&c, group, sizeof group);
    if (group[0] == '\0' || group_is_known(b->model, i, group))
      continue;
    put_group(file, b, group);
    fputs("\n  a pg:InputGroup ;\n  lv2:name ", file);
    put_name(file, group);
    fputs(" ;\n  lv2:symbol \"group_", file);
    put_symbol(file, group);
    fputs("\" .\n\n", file);
  }
}

// --- Ports --------------------------------------------------------------------------------------

// Left and right; the bracket of the port behind them stays open.
static void write_sound_ports(FILE *file, const bundle *b) {
  static const char *const sides[][2] = {{"left", "Left"}, {"right", "Right"}};
  fputs("  lv2:port [\n", file);
  for (int i = 0; i < 2; ++i)
    fprintf(file,
            "    a lv2:OutputPort , lv2:AudioPort ;\n    lv2:index %d ;\n"
            "    lv2:symbol \"%s\" ;\n    lv2:name \"%s\" ;\n    lv2:designation pg:%s ;\n"
            "    pg:group <%s#group_out>\n  ] , [\n",
            PORT_LEFT + i, sides[i][0], sides[i][1], sides[i][0], b->uri);
}

// What a control does: the help of its key, or the keys it moves.
static void put_comment(FILE *file, const bundle *b, int control, const carom_control_info *c) {
  const int live = carom_model_find_live(b->model, c->path);
  char text[1000] = "moves ";
  if (live < 0)
    return;
  for (int i = 0; c->keys > 1 && i < c->keys; ++i) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "",
             carom_model_control_key(b->model, control, i));
  }
  fputs(" ;\n    rdfs:comment ", file);
  put_quoted(file, c->keys > 1 ? text : carom_model_live(b->model, live).help);
}

// Values with a name: those that presets give the control.
static void put_scale_points(FILE *file, const bundle *b, const carom_parameter *p) {
  const char *before = " ;\n    lv2:scalePoint [";
  for (int i = 0; i < carom_model_presets(b->model); ++i) {
    const double value = carom_model_preset_value(b->model, i, p->control);
    if (value == p->initial || value == carom_model_control(b->model, p->control).initial)
      continue;
    fprintf(file, "%s\n      rdfs:label ", before);
    put_name(file, carom_model_preset_name(b->model, i));
    fputs(" ;\n      rdf:value ", file);
    put_number(file, value);
    fputs("\n    ]", file);
    before = " , [";
  }
}

static void write_parameter(FILE *file, const bundle *b, int index) {
  char group[128];
  const carom_parameter p = carom_model_parameter(b->model, index);
  const carom_control_info info = carom_model_control(b->model, p.control);
  const carom_control_info *c = &info;
  group_of(c, group, sizeof group);
  fprintf(file,
          " , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"",
          PORT_CONTROLS + index);
  put_symbol(file, c->name);
  fputs("\" ;\n    lv2:name ", file);
  put_name(file, c->name);
  fputs(" ;\n    lv2:minimum ", file);
  put_number(file, p.low);
  fputs(" ;\n    lv2:maximum ", file);
  put_number(file, p.high);
  fputs(" ;\n    lv2:default ", file);
  put_number(file, p.initial);
  if (c->logarithmic && !p.triggers)
    fputs(" ;\n    lv2:portProperty pprop:logarithmic", file);
  if (p.triggers)
    fputs(" ;\n    lv2:portProperty pprop:trigger", file);
  else
    put_unit(file, c->unit);
  put_comment(file, b, p.control, c);
  if (!p.triggers)
    put_scale_points(file, b, &p);
  if (c->midi_kind == CAROM_MIDI_CONTROLLER)
    fprintf(file,
            " ;\n    midi:binding [\n      a midi:Controller ;\n      midi:controllerNumber %d\n"
            "    ]",
            c->controller);
  if (group[0] != '\0') {
    fputs(" ;\n    pg:group ", file);
    put_group(file, b, group);
  }
  fputs("\n  ]", file);
}

// As the key allows it.
static void put_a4_range(FILE *file) {
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *key = carom_key_at(i);
    if (key->section[0] != '\0' || strcmp(key->name, "play.a4") != 0)
      continue;
    put_number(file, key->low);
    fputs(" ;\n    lv2:maximum ", file);
    put_number(file, key->high);
  }
  fputs(" ;\n    lv2:default ", file);
}

// Behind a port whose bracket is open; its own stays open.
static void write_switch(FILE *file, const bundle *b, int port, const char *name,
                         const char *comment, const char *properties) {
  char symbol[20];
  snprintf(symbol, sizeof symbol, "%s", name);
  symbol[0] = (char)tolower((unsigned char)symbol[0]);
  fprintf(file,
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"%s\" ;\n    lv2:name \"%s\" ;\n    lv2:minimum 0 ;\n"
          "    lv2:maximum 1 ;\n    lv2:default 0 ;\n    lv2:portProperty %s ;\n"
          "    rdfs:comment \"%s\" ;\n    pg:group <%s#group_setup>\n",
          port, symbol, name, properties, comment, b->uri);
}

static void write_ports(FILE *file, const bundle *b) {
  write_sound_ports(file, b);
  fprintf(file,
          "    a lv2:InputPort , atom:AtomPort ;\n    atom:bufferType atom:Sequence ;\n"
          "    atom:supports midi:MidiEvent ;\n    lv2:designation lv2:control ;\n"
          "    lv2:index %d ;\n    lv2:symbol \"events\" ;\n    lv2:name \"Events\"\n"
          "  ] , [\n    a lv2:OutputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"latency\" ;\n    lv2:name \"Latency\" ;\n"
          "    lv2:minimum 0 ;\n    lv2:maximum 8192 ;\n    lv2:default 0 ;\n"
          "    lv2:designation lv2:latency ;\n    units:unit units:frame ;\n"
          "    lv2:portProperty lv2:reportsLatency , lv2:integer , pprop:notOnGUI\n"
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"freewheel\" ;\n    lv2:name \"Freewheeling\" ;\n"
          "    lv2:minimum 0 ;\n    lv2:maximum 1 ;\n    lv2:default 0 ;\n"
          "    lv2:designation lv2:freeWheeling ;\n"
          "    lv2:portProperty lv2:toggled , pprop:notOnGUI\n",
          PORT_EVENTS, PORT_LATENCY, PORT_FREEWHEEL);
  fprintf(file,
          "  ] , [\n    a lv2:OutputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"restarts\" ;\n    lv2:name \"Restarts\" ;\n"
          "    lv2:minimum 0 ;\n    lv2:maximum 1000000 ;\n    lv2:default 0 ;\n"
          "    lv2:portProperty lv2:integer ;\n"
          "    rdfs:comment \"how often the motion left the finite numbers and began again\"\n"
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"a4\" ;\n    lv2:name \"A4\" ;\n"
          "    lv2:minimum ",
          PORT_RESTARTS, PORT_A4);
  put_a4_range(file);
  put_number(file, carom_scene_number(b->scene, "play.a4"));
  fprintf(file,
          " ;\n    rdfs:comment \"pitch of the note 69\" ;\n    units:unit units:hz ;\n"
          "    pg:group <%s#group_setup> ;\n    lv2:scalePoint [\n      rdfs:label \"415 Hz\" ;\n"
          "      rdf:value 415.0\n    ] , [\n      rdfs:label \"432 Hz\" ;\n"
          "      rdf:value 432.0\n    ] , [\n      rdfs:label \"440 Hz\" ;\n"
          "      rdf:value 440.0\n    ]\n",
          b->uri);
  write_switch(file, b, PORT_LEARN, "Learn",
               "while it is on, the control that was moved last follows the next controller that "
               "is received",
               "lv2:toggled , pprop:notAutomatic");
  write_switch(file, b, PORT_RELOAD, "Reload", "reads the scene of the bundle anew and plays that",
               "lv2:toggled , pprop:trigger , pprop:notAutomatic");
  fputs("  ]", file);
  for (int i = 0; i < carom_model_parameters(b->model); ++i)
    write_parameter(file, b, i);
  fputs(" .\n", file);
}

// --- Files --------------------------------------------------------------------------------------

void ttl_write_plugin(FILE *file, const bundle *b) {
  fputs(prefixes, file);
  fputs("@prefix rdf:   <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n\n", file);
  write_groups(file, b);
  fprintf(file, "<%s>\n  a lv2:InstrumentPlugin , lv2:Plugin , doap:Project ;\n  doap:name ",
          b->uri);
  put_quoted(file, b->title);
  fprintf(
      file,
      " ;\n  doap:license <https://spdx.org/licenses/MIT> ;\n"
      "  doap:maintainer [\n    a foaf:Person ;\n    foaf:name \"the Carom authors\"\n  ] ;\n"
      "  lv2:minorVersion 4 ;\n  lv2:microVersion %d ;\n"
      "  lv2:requiredFeature urid:map ;\n"
      "  lv2:optionalFeature lv2:hardRTCapable , log:log , work:schedule ,\n"
      "    state:threadSafeRestore ;\n"
      "  lv2:extensionData state:interface , work:interface ;\n  pg:mainOutput <%s#group_out> ;\n",
      0, b->uri);
  write_ports(file, b);
}

// Of the manifest and the presets.
static void write_prefixes(FILE *file) {
  fputs("@prefix lv2:  <http://lv2plug.in/ns/lv2core#> .\n"
        "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n",
        file);
}

// -1 is what the scene starts with, unless a preset of the scene has its name.
static int first_preset(const bundle *b) {
  return carom_model_find_preset(b->model, "default") < 0 ? -1 : 0;
}

static void begin_preset(FILE *file, const bundle *b, int preset) {
  const char *name = preset < 0 ? "default" : carom_model_preset_name(b->model, preset);
  fprintf(file, "<%s#preset_%s>\n  a pset:Preset ;\n  lv2:appliesTo <%s> ;\n  rdfs:label ", b->uri,
          name, b->uri);
  put_name(file, name);
}

void ttl_write_manifest(FILE *file, const bundle *b) {
  write_prefixes(file);
  fprintf(file,
          "<%s>\n  a lv2:Plugin ;\n  lv2:binary <" BUNDLE_BINARY "> ;\n"
          "  rdfs:seeAlso <%s.ttl> .\n\n",
          b->uri, b->name);
  for (int i = first_preset(b); i < carom_model_presets(b->model); ++i) {
    begin_preset(file, b, i);
    fputs(" ;\n  rdfs:seeAlso <presets.ttl> .\n\n", file);
  }
}

void ttl_write_presets(FILE *file, const bundle *b) {
  write_prefixes(file);
  for (int i = first_preset(b); i < carom_model_presets(b->model); ++i) {
    const char *separator = " ;\n  lv2:port [\n";
    begin_preset(file, b, i);
    for (int k = 0; k < carom_model_parameters(b->model); ++k) {
      const carom_parameter p = carom_model_parameter(b->model, k);
      if (control_of(b->model, k).gesture[0] != '\0') // a preset strikes and bows nothing
        continue;
      fprintf(file, "%s    lv2:symbol \"", separator);
      put_symbol(file, p.name);
      fputs("\" ;\n    pset:value ", file);
      put_number(file, fmin(fmax(carom_model_preset_value(b->model, i, p.control), p.low), p.high));
      fputs("\n  ]", file);
      separator = " , [\n";
    }
    fputs(" .\n\n", file);
  }
}
