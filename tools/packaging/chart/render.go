// Renders the templates of a chart with text/template and sprig, which Helm is made of, and with the functions that Helm adds to
// them. Reads {"chart": folder, "values": {...}, "release": {...}} and writes {file: text} or {"error": text}.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

type request struct {
	Chart   string `json:"chart"`
	Values  object `json:"values"`
	Release object `json:"release"`
}

// As Helm: YAML goes through JSON, so that each number is a float64.
func readYaml(path string) (object, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var read object
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(read)
	if err != nil {
		return nil, err
	}
	var found object
	return found, json.Unmarshal(encoded, &found)
}

func merge(into, from object) {
	for key, value := range from {
		inner, isObject := value.(object)
		before, wasObject := into[key].(object)
		if isObject && wasObject {
			merge(before, inner)
		} else {
			into[key] = value
		}
	}
}

func toYaml(value interface{}) string {
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	if err := encoder.Encode(value); err != nil {
		return ""
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// Chart.yaml has its names in lower case, and templates say .Chart.AppVersion.
func withCapitals(chart object) object {
	named := object{}
	for key, value := range chart {
		named[strings.ToUpper(key[:1])+key[1:]] = value
	}
	return named
}

func render(asked request) (map[string]string, error) {
	values, err := readYaml(filepath.Join(asked.Chart, "values.yaml"))
	if err != nil {
		return nil, err
	}
	chart, err := readYaml(filepath.Join(asked.Chart, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	merge(values, asked.Values)
	files, err := filepath.Glob(filepath.Join(asked.Chart, "templates", "*"))
	if err != nil || len(files) == 0 {
		return nil, errors.New("the chart has no templates")
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = toYaml
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all.Funcs(functions)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	data := object{"Values": values, "Chart": withCapitals(chart), "Release": asked.Release}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		if err := all.ExecuteTemplate(&text, name, data); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return rendered, nil
}

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	rendered, err := render(asked)
	if err != nil {
		rendered = map[string]string{"error": err.Error()}
	}
	json.NewEncoder(os.Stdout).Encode(rendered)
}
